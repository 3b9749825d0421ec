//! Trial of a level set: a sphere that is pulled and pushed at random; and pages by surface area.

use super::cells::mark_pages;
use super::{FloatLevelSet, LevelSet, SurfaceMotion, of_sphere, picture, reference};
use crate::algorithms::page_table::{PAGES, Usage, WANTED, pages_of};
use crate::algorithms::{Check, Curve, Trial, Workload, epsilon};
use crate::{Device, Result, Stream, image_of, random};

/// Number of steps in a trial.
const STEPS: usize = 6;

/// Returns the largest difference between the distances on two devices after `steps` steps, in cells.
///
/// The driver decides whether a product and a sum round once each or together. A step has about twenty operations on
/// numbers below 4, each off by half a unit in the last place, and twice that between two devices. A step does not
/// enlarge an existing difference: below the limit of the time step the scheme is monotone, so two functions differ by
/// no more after a step than before. (If the band is too flat the rescaling enlarges it a little; but the band is soon
/// steep again.)
pub fn bound(steps: usize) -> f64 {
    steps as f64 * 20.0 * 4.0 * f64::from(f32::EPSILON) / 2.0
}

/// Radius of the sphere, relative to the volume's side.
const RADIUS: f32 = 0.3;

/// Builds a volume of about `workload.size` cells, none of whose sides is a multiple of a page's, with a sphere in it and a
/// speed for each cell.
fn build_motion(workload: &Workload, radius: f32) -> (SurfaceMotion, Vec<f32>) {
    let side = (1..).take_while(|side| side * side * side <= workload.size).last().unwrap_or(0);
    let extent = if side == 0 { [0; 3] } else { [side + 2, side, side.max(2) - 1] };
    let cells: usize = extent.iter().product();
    let speeds = (0..cells as u32)
        .map(|i| 2.0 * random::uniform(workload.seed, i, 0) - 1.0)
        .collect();
    let motion = SurfaceMotion { extent, speeds, smoothing: 0.1, interval: 0.3 };
    let centre = extent.map(|cells| 0.45 * cells as f32);
    (motion, of_sphere(extent, centre, radius * side as f32))
}

type LevelSetRung = fn(&Device, &SurfaceMotion, &[f32], usize, usize) -> Result<LevelSet>;

pub(super) fn trial(device: &Device, workload: &Workload, rung: LevelSetRung) -> Result<Trial> {
    let (motion, start) = build_motion(workload, RADIUS);
    let wanted = reference(&motion, &start, STEPS);
    let extent = motion.extent;
    let cells = wanted.len();
    let capacity = pages_of(extent).iter().product::<usize>().min(PAGES - 2); // and two blank ones
    let here = device.clone();
    let device = device.clone();
    Ok(Trial::with_curves(
        move || rung(&device, &motion, &start, capacity, STEPS),
        move |set| {
            let given = set.read()?;
            let check = Check::within(&given, &wanted, bound(STEPS));
            Ok(check_usage(check, extent, &given, set.usage()?))
        },
        move |set| image_of(&picture(set, [256, 256], 0.7)?),
        move |_| [24, 32, 48].into_iter().map(|side| pages_by_area(&here, side)).collect(),
    )
    .sized(cells))
}

/// Checks that exactly the pages that the next step may change have memory.
fn check_usage(check: Check, extent: [usize; 3], given: &[f32], usage: Usage) -> Check {
    let pages = mark_pages(extent, given).into_iter().filter(|mark| *mark >= WANTED).count();
    if pages == usage.mapped { check } else { Check { error: f64::INFINITY, ..check } }
}

type BandRung = fn(&Device, &SurfaceMotion, &[f32], usize, usize) -> Result<FloatLevelSet>;

pub(super) fn band_trial(device: &Device, workload: &Workload, rung: BandRung) -> Result<Trial> {
    let (motion, start) = build_motion(workload, RADIUS);
    let wanted = reference(&motion, &start, STEPS);
    let extent = motion.extent;
    let cells = wanted.len();
    let capacity = pages_of(extent).iter().product::<usize>().min(PAGES - 2); // and two blank ones
    let bound = card_bound(device);
    let device = device.clone();
    Ok(Trial::new(
        move || rung(&device, &motion, &start, capacity, STEPS),
        move |set| {
            let given = set.read()?;
            Ok(check_usage(Check::within(&given, &wanted, bound), extent, &given, set.usage()))
        },
    )
    .sized(cells))
}

type DenseRung = fn(&Device, &SurfaceMotion, &[f32], usize) -> Result<Stream<f32>>;

pub(super) fn dense_trial(device: &Device, workload: &Workload, rung: DenseRung) -> Result<Trial> {
    dense_trial_of(device, workload, RADIUS, rung)
}

/// Works like `dense_trial`, with a sphere of another radius.
pub(in crate::algorithms) fn dense_trial_of(
    device: &Device,
    workload: &Workload,
    radius: f32,
    rung: DenseRung,
) -> Result<Trial> {
    let (motion, start) = build_motion(workload, radius);
    let wanted = reference(&motion, &start, STEPS);
    let device = device.clone();
    let cells = wanted.len();
    let bound = card_bound(&device);
    Ok(Trial::new(
        move || rung(&device, &motion, &start, STEPS),
        move |result| Ok(Check::within(&result.read()?, &wanted, bound)),
    )
    .sized(cells))
}

/// Returns the bound of a trial. A card that truncates is off by a whole unit each time, one that rounds by half a
/// unit.
fn card_bound(device: &Device) -> f64 {
    let units = epsilon(device) / f64::from(f32::EPSILON);
    bound(STEPS) * if units > 1.0 { 2.0 * units } else { 1.0 }
}

/// Plots pages in use against the surface's area, while a sphere grows in a volume of that side: one point for each
/// cell of growth.
///
/// The area is the number of cells nearer than 1 to the surface, halved: that band is two cells wide.
///
/// # Errors
/// As [`LevelSet::steps`].
pub fn pages_by_area(device: &Device, side: usize) -> Result<Curve> {
    let extent = [side; 3];
    let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, 1.0) };
    let centre = [(side - 1) as f32 / 2.0; 3];
    let whole: usize = pages_of(extent).iter().product();
    let mut set = LevelSet::new(device, &motion, &of_sphere(extent, centre, 0.1 * side as f32), whole)?;
    let mut points = Vec::new();
    for _ in 0..(0.3 * side as f32) as usize {
        set.steps(4)?;
        let near = set.read()?.iter().filter(|distance| distance.abs() < 1.0).count();
        points.push((near as f64 / 2.0, set.usage()?.mapped as f64));
    }
    Ok(Curve {
        name: format!("{side}x{side}x{side}, of {whole} pages"),
        across: "surface area, square cells".to_string(),
        up: "pages in use".to_string(),
        points,
    })
}
