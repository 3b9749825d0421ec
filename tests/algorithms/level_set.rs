//! Level sets beyond the table of algorithms: a sphere that shrinks as it must, pages that follow its area,
//! memory that runs out, and bad input.

use crate::machine;
use crate::primitives_2005::open_radeon;
use gristmill::algorithms::level_set::{
    self, LevelSet, SurfaceMotion, WIDTH, level_set, of_mesh, of_sphere, pages_by_area,
};
use gristmill::trace::{Event, Transfer};
use gristmill::{Device, Era, Error, Profile, Result};
use nalgebra::Point3;

/// Returns how far the places where the function is 0, between two cells, are from a centre: the
/// mean, and the extremes.
fn radius(extent: [usize; 3], cells: &[f32], centre: [f32; 3]) -> (f64, f64, f64) {
    let [width, height, _] = extent;
    let place = |i: usize| Point3::new((i % width) as f64, (i / width % height) as f64, (i / width / height) as f64);
    let centre = Point3::from(centre.map(f64::from));
    let mut radii = Vec::new();
    for stride in [1, width, width * height] {
        for i in 0..cells.len() - stride {
            let (one, other) = (f64::from(cells[i]), f64::from(cells[i + stride]));
            if (one < 0.0) != (other < 0.0) {
                let (from, to) = (place(i), place(i + stride));
                radii.push((from + (to - from) * (one / (one - other)) - centre).norm());
            }
        }
    }
    let (least, most) = radii.iter().fold((f64::MAX, f64::MIN), |(a, b), r| (a.min(*r), b.max(*r)));
    (radii.iter().sum::<f64>() / radii.len() as f64, least, most)
}

/// At unit speed inwards a sphere of radius r0 stays one, of radius r0 - t.
///
/// A first difference of a sphere's distance is off by half the curvature, 1 / (2 r), so the front is as much
/// too fast: over the time from r0 to r that is at most the integral of 1 / r, ln(r0 / r) cells, for the
/// worst place and half of it in the mean, and what cutting the band costs.
#[test]
fn physics_level_set_a_sphere_shrinks_at_unit_speed() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let (side, r0, times) = if machine::is_slow(&device) { (20, 7.0, [1.0, 2.0]) } else { (44, 16.0, [4.0, 8.0]) };
        let extent = [side, side + 1, side - 1];
        let centre = extent.map(|cells| (cells as f32 - 1.0) / 2.0 + 0.3);
        let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, -1.0) };
        let mut set = LevelSet::new(&device, &motion, &of_sphere(extent, centre, r0), 6_000)?;
        println!("{era} era: a sphere of {r0} cells shrinks at unit speed; radii in cells");
        println!(
            "{:>6} {:>8} {:>8} {:>10} {:>8} {:>8} {:>8}",
            "time", "exact", "mean", "difference", "bound", "worst", "bound"
        );
        let mut last = 0.0;
        for time in times {
            set.steps(((time - last) / 0.25) as usize)?;
            last = time;
            let exact = f64::from(r0) - time;
            let (mean, least, most) = radius(extent, &set.read()?, centre);
            let bound = 0.1 + 0.5 * (f64::from(r0) / exact).ln();
            let (off, worst) = ((mean - exact).abs(), (most - exact).abs().max((least - exact).abs()));
            println!("{time:>6} {exact:>8.3} {mean:>8.3} {off:>10.3} {bound:>8.3} {worst:>8.3} {:>8.3}", 2.0 * bound);
            assert!(off <= bound && worst <= 2.0 * bound);
        }
    }
    Ok(())
}

/// Pages follow the surface: at twice the resolution a sphere has four times the area and four times the
/// pages, while the volume has eight times.
#[test]
fn physics_level_set_pages_follow_the_area() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let sides: &[usize] = if machine::is_slow(&device) { &[12, 24] } else { &[24, 32, 48] };
        println!("{era} era: a sphere grows; pages in use against its area");
        println!("{:>6} {:>8} {:>8} {:>10} {:>14} {:>6}", "side", "area", "pages", "of", "pages by area", "bound");
        for side in sides {
            let curve = pages_by_area(&device, *side)?;
            let whole = side.div_ceil(8).pow(2) * side;
            for (area, pages) in curve.points.iter().step_by(curve.points.len().div_ceil(3)) {
                // A band of six cells with a border of one on either side has 8 cells for each square cell of
                // surface: an eighth of a page where pages are full of it, eight times that where each has an
                // eighth of itself in it.
                println!("{side:>6} {area:>8.0} {pages:>8} {whole:>10} {:>14.3} {:>6}", pages / area, "1");
                assert!(*pages / area > 0.125 && *pages / area < 1.0 || *area < 200.0);
            }
            let (area, pages) = curve.points.last().copied().unwrap_or_default();
            assert!(area > 100.0 && pages > 0.0);
        }
    }
    Ok(())
}

#[test]
fn memory_that_runs_out_stops_the_surface_and_keeps_it() -> Result<()> {
    let extent = [32, 32, 32];
    let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, 1.0) };
    let start = of_sphere(extent, [15.5; 3], 5.0);
    let mut kept = Vec::new();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        let need = LevelSet::new(&device, &motion, &start, 512)?.usage()?.mapped;
        let error = LevelSet::new(&device, &motion, &start, need - 1).err();
        assert!(matches!(error, Some(Error::Limit { .. })), "{era}: {error:?}");

        let mut set = LevelSet::new(&device, &motion, &start, need + 20)?;
        let error = set.steps(40).unwrap_err();
        let usage = set.usage()?;
        assert!(usage.wanted > need + 20 && usage.mapped <= need + 20, "{era}: {usage:?}");
        let Error::Limit { given, limit, .. } = error else { panic!("{error}") };
        assert_eq!((given, limit), (usage.wanted as u128, need as u128 + 20));
        let cells = set.read()?;
        // It is a state of the surface, the first that wants more; and stays so.
        let steps = (1..40).find(|steps| {
            let wanted = level_set::reference(&motion, &start, *steps);
            wanted.iter().zip(&cells).all(|(a, b)| (a - b).abs() < 0.02)
        });
        assert!(steps.is_some(), "{era}: what is kept is no state of the surface");
        assert!(set.steps(3).is_err());
        assert_eq!(set.read()?, cells, "{era}");
        kept.push((usage, steps));
    }
    assert!(kept.windows(2).all(|pair| pair[0] == pair[1]), "{kept:?}");
    Ok(())
}

#[test]
fn bad_input_has_its_sentence() {
    let Some(device) = machine::device(Era::Fragment) else { return };
    let even = SurfaceMotion::even([4, 4, 4], 2.0);
    let sentence = |motion: SurfaceMotion, start: &[f32]| {
        level_set(&device, &motion, start, 99, 1)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    let start = [1.0; 64];
    assert_eq!(
        sentence(SurfaceMotion { interval: 0.3, ..even.clone() }, &start),
        "a time step of 0.3: the surface would jump over cells; above 0 and up to 0.23094012 is stable here"
    );
    assert!(sentence(SurfaceMotion { interval: f32::NAN, ..even.clone() }, &start).starts_with("a time step of NaN"));
    assert_eq!(sentence(even.clone(), &start[1..]), "63 distances for a volume of 4x4x4; give 64");
    let mut torn = even.clone();
    torn.speeds[7] = f32::INFINITY;
    assert_eq!(sentence(torn, &start), "speed 7 is not finite; give a finite number for each cell");
    assert_eq!(
        sentence(SurfaceMotion { smoothing: -1.0, ..even }, &start),
        "a smoothing of -1 is not valid; give 0 or more"
    );
    assert!(SurfaceMotion::even([4, 4, 4], 2.0).limit() > 0.2309);
}

/// The fragment era reads a message per step, a word per page; the compute era reads nothing but the last
/// count.
#[test]
fn who_waits_for_whom() -> Result<()> {
    let extent = [24, 24, 24];
    let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, 1.0) };
    for (era, reads, launches) in [(Era::Fragment, 4, 3), (Era::Compute, 1, 6)] {
        let Some(device) = machine::device(era) else { continue };
        let mut set = LevelSet::new(&device, &motion, &of_sphere(extent, [12.0; 3], 4.0), 300)?;
        let (_, trace) = device.trace(|| set.steps(4))?;
        let read = |event: &&Event| matches!(event, Event::Transfer { transfer: Transfer::Read, .. });
        assert_eq!(trace.events.iter().filter(read).count(), reads, "{era}");
        let fills = trace
            .launches()
            .filter(|launch| launch.kernel.starts_with("page_table_fill"))
            .count();
        let fills = if era == Era::Fragment { fills } else { 0 };
        assert_eq!(trace.launches().count() - fills, 4 * launches, "{era}");
    }
    Ok(())
}

#[test]
fn shapes_are_what_they_say() {
    // A cube of two triangles a face, from 2.5 to 7.5.
    let corners: Vec<Point3<f32>> = (0..8)
        .map(|i| {
            Point3::new((i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32) * 5.0 + nalgebra::Vector3::repeat(2.5)
        })
        .collect();
    let quads = [[0, 1, 3, 2], [4, 5, 7, 6], [0, 1, 5, 4], [2, 3, 7, 6], [0, 2, 6, 4], [1, 3, 7, 5]];
    let mut faces: Vec<[u32; 3]> = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    faces.extend([[0, 1, 99], [3, 3, 3], [0, 1, 1]]); // a corner that is not there, and faces without area
    let extent = [10, 10, 10];
    let distances = of_mesh(extent, &corners, &faces);
    for (i, given) in distances.iter().enumerate() {
        let out = [i % 10, i / 10 % 10, i / 100].map(|lane| (lane as f32 - 5.0).abs() - 2.5);
        let outside = out.map(|lane| lane.max(0.0)).iter().map(|lane| lane * lane).sum::<f32>().sqrt();
        let exact = outside + out.iter().copied().fold(f32::MIN, f32::max).min(0.0);
        assert!((given - exact.clamp(-WIDTH, WIDTH)).abs() < 1e-5, "cell {i}: {given}, {exact}");
    }
    assert!(of_mesh(extent, &corners, &[]).iter().all(|distance| *distance == WIDTH));
    assert!(of_mesh([0; 3], &corners, &faces).is_empty());
    let far: Vec<Point3<f32>> = corners.iter().map(|corner| corner * 1e30).collect();
    assert_eq!(of_mesh(extent, &far, &faces).len(), 1000);
}

/// Without a surface there is nothing to do, in the inside as in the outside.
#[test]
fn no_surface_needs_no_page() -> Result<()> {
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        for distance in [-9.0, 9.0] {
            let motion = SurfaceMotion::even([20, 9, 3], 1.0);
            let set = level_set(&device, &motion, &vec![distance; 540], 0, 3)?;
            assert_eq!(set.usage()?.mapped, 0);
            assert_eq!(set.read()?, vec![distance.clamp(-WIDTH, WIDTH); 540], "{era}");
        }
    }
    Ok(())
}

/// A picture of a sphere: as round as it is, and the same in both eras.
#[test]
fn pictures_are_alike() -> Result<()> {
    let mut pictures = Vec::new();
    for era in Era::ALL {
        let Some(device) = machine::device(era) else { continue };
        pictures.push(sphere_from(&device)?);
    }
    for picture in &pictures {
        let middle = picture[16 * 32 + 16];
        let corner = picture[0];
        assert!((middle - corner).abs() > 0.1, "the sphere is not to be seen");
    }
    if let [one, other] = &pictures[..] {
        let mean = one.iter().zip(other).map(|(a, b)| (a - b).abs()).sum::<f32>() / one.len() as f32;
        assert!(mean < 1.0 / 255.0, "{mean}");
    }
    Ok(())
}

fn sphere_from(device: &Device) -> Result<Vec<f32>> {
    let motion = SurfaceMotion::even([20; 3], 0.0);
    let set = LevelSet::new(device, &motion, &of_sphere([20; 3], [9.5; 3], 5.0), 500)?;
    Ok(level_set::picture(&set, [32, 32], 0.4)?
        .read()?
        .iter()
        .map(|colour| colour.x)
        .collect())
}

/// Returns a motion with curvature in a volume that its pages do not fill, and a sphere that its faces cut.
fn cut_sphere() -> (SurfaceMotion, Vec<f32>) {
    let extent = [21, 12, 9];
    let speeds = (0..21 * 12 * 9).map(|cell| if cell % 21 < 10 { 0.6 } else { -0.5 }).collect();
    let motion = SurfaceMotion { extent, speeds, smoothing: 0.1, interval: 0.3 };
    (motion, of_sphere(extent, [7.0, 3.0, 4.0], 5.5))
}

/// The step is the same, and no step moves a cell that has no memory.
#[test]
fn the_band_of_2005_is_the_whole_volume_bit_for_bit() -> Result<()> {
    let (motion, start) = cut_sphere();
    for card in ["radeon-9700", "geforce-fx-5900"] {
        let device = Device::emulator(Era::Fragment)?.with_card(Profile::named(card)?)?;
        for steps in [1, 9] {
            let band = level_set::fragment_band_2005(&device, &motion, &start, 60, steps)?;
            let whole = level_set::fragment_dense_2005(&device, &motion, &start, steps)?.read()?;
            assert!(band.usage().mapped > 9 && band.usage().mapped < 54, "{:?}", band.usage());
            assert!(band.read()?.iter().zip(&whole).all(|(one, other)| one == other), "{card}, {steps} steps");
        }
    }
    Ok(())
}

#[test]
fn the_band_of_2005_takes_four_passes_per_step_and_refuses_what_has_no_room() -> Result<()> {
    let (motion, start) = cut_sphere();
    let device = open_radeon();
    let (_, trace) = device.trace(|| level_set::fragment_band_2005(&device, &motion, &start, 60, 3))?;
    let fills = trace
        .launches()
        .filter(|launch| launch.kernel.starts_with("scatter_2005"))
        .count();
    assert_eq!(trace.passes() - fills, 4 * 3);

    let refused = |capacity: usize, motion: &SurfaceMotion, start: &[f32]| {
        level_set::fragment_band_2005(&device, motion, start, capacity, 3)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    let sentence = refused(20, &motion, &start);
    assert!(sentence.starts_with("pages wanted: ") && sentence.contains("the limit is 20"), "{sentence}");
    assert_eq!(
        refused(65_534, &motion, &start),
        "physical pages: 65536 given, the limit is 65535; give memory for fewer"
    );
    let long = SurfaceMotion::even([2_049, 1, 1], 1.0);
    let sentence = refused(60, &long, &[9.0; 2_049]);
    assert!(sentence.contains("the limit is 2048"), "{sentence}");

    for distance in [-9.0, 9.0] {
        let motion = SurfaceMotion::even([20, 9, 3], 1.0);
        let set = level_set::fragment_band_2005(&device, &motion, &vec![distance; 540], 0, 3)?;
        assert_eq!((set.usage().mapped, set.read()?), (0, vec![distance.clamp(-WIDTH, WIDTH); 540]));
    }
    let nothing = SurfaceMotion::even([0, 5, 5], 1.0);
    assert!(level_set::fragment_band_2005(&device, &nothing, &[], 4, 3)?.read()?.is_empty());
    Ok(())
}
