//! Page tables that are too small, and surfaces drawn from pages.

use crate::algorithms::level_set::{self, LevelSet, SurfaceMotion, of_sphere};
use crate::algorithms::page_table::{self, Cell, PageTable, SIDE};
use crate::algorithms::{Check, Trial, Workload};
use crate::{Device, Result, Stream};
use nalgebra::Vector4;

/// Builds the trial of more pages than there are, after exactly as many: the first ones stay, with their values, even
/// the one that is not wanted any more.
pub(super) fn too_many_pages(device: &Device, workload: &Workload) -> Result<Trial> {
    let pages = workload.size.min(2_000);
    let extent = [(pages + 2) * SIDE, 1, 1];
    let cells: Vec<Cell> = (0..pages + 2)
        .map(|page| [(page * SIDE + page % SIDE) as i32, 0, 0, 0])
        .collect();
    let values: Vec<f32> = (0..pages + 2).map(|page| page as f32).collect();
    let wanted: Vec<f32> = values
        .iter()
        .map(|value| if (*value as usize) < pages { *value } else { -1.0 })
        .collect();
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let mut table = PageTable::new(&device, extent, pages, &[-1.0])?;
            let mut memory = table.memory()?;
            let all = device.stream(&cells)?;
            for wanted in [&cells[..pages], &cells[1..]] {
                let mut wants = table.wants(&device.stream(wanted)?)?;
                table.keep(&mut wants, &mut memory)?;
            }
            // Cells without memory are written too; the write is dropped.
            table.write(&mut memory, &all, &device.stream(&values)?)?;
            table.read(&memory, &all)
        },
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

/// Builds the trial of pages that get the memory of freed ones: they are blank, as are the freed ones.
pub(super) fn reused_pages(device: &Device, workload: &Workload) -> Result<Trial> {
    let pages = workload.size.clamp(1, 50);
    let cell = |page: usize| [(page * SIDE + page % SIDE) as i32, 1, 0, 0];
    // Outside of the volume, where a page of the table would repeat in either direction.
    let [x, y, ..] = cell(pages);
    let outside = [[x, y + SIDE as i32, 0, 0], [x, y - SIDE as i32, 0, 0], [x, y, 1, 0], [x, y, -1, 0]];
    let requests = page_table::Requests {
        extent: [(2 * pages + 1) * SIDE - 3, 3, 1],
        written: (0..=pages).map(|page| (cell(page), page as f32)).collect(),
        kept: (pages..2 * pages + 1).map(cell).collect(),
        asked: (0..2 * pages + 1).map(cell).chain(outside).collect(),
    };
    let wanted = page_table::reference(&requests, -1.0);
    let device = device.clone();
    Ok(Trial::new(
        move || page_table::fragment_2005(&device, &requests, pages + 1, -1.0),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
    ))
}

/// A way to move a surface in pages: the arguments of [`level_set::level_set`], and its cells and number of pages.
type MoveSurface = fn(&Device, &SurfaceMotion, &[f32], usize, usize) -> Result<(Vec<f32>, usize)>;

fn move_surface(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    capacity: usize,
    steps: usize,
) -> Result<(Vec<f32>, usize)> {
    let set = level_set::level_set(device, motion, start, capacity, steps)?;
    Ok((set.read()?, set.usage()?.mapped))
}

fn move_surface_2005(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    capacity: usize,
    steps: usize,
) -> Result<(Vec<f32>, usize)> {
    let set = level_set::fragment_band_2005(device, motion, start, capacity, steps)?;
    Ok((set.read()?, set.usage().mapped))
}

pub(super) fn growing_sphere(device: &Device, workload: &Workload) -> Result<Trial> {
    grow_sphere(device, workload, move_surface)
}

pub(super) fn growing_sphere_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    grow_sphere(device, workload, move_surface_2005)
}

/// Builds the trial of a sphere that grows until pages in its middle are blank: both eras keep the same count.
fn grow_sphere(device: &Device, workload: &Workload, way: MoveSurface) -> Result<Trial> {
    let extent = [24, 24, 3];
    let steps = workload.size.min(8);
    let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, 1.0) };
    let start = of_sphere(extent, [11.5, 11.5, 1.0], 8.0);
    let wanted = level_set::reference(&motion, &start, steps);
    let (_, pages) = move_surface(&super::other_era(device)?, &motion, &start, 27, steps)?;
    let device = device.clone();
    Ok(Trial::new(
        move || way(&device, &motion, &start, 27, steps),
        move |(cells, mapped): &(Vec<f32>, usize)| {
            let check = Check::within(cells, &wanted, level_set::bound(steps));
            Ok(if *mapped == pages { check } else { Check { error: f64::INFINITY, ..check } })
        },
    ))
}

pub(super) fn oblong_volume(device: &Device, workload: &Workload) -> Result<Trial> {
    fill_oblong_volume(device, workload, move_surface)
}

pub(super) fn oblong_volume_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    fill_oblong_volume(device, workload, move_surface_2005)
}

/// Builds the trial of a sphere that grows into the next page, and one that shrinks until pages outside it are blank,
/// in a volume of 3 by 2 pages that its cells do not fill: both eras keep the same count.
fn fill_oblong_volume(device: &Device, workload: &Workload, way: MoveSurface) -> Result<Trial> {
    let extent = [21, 12, 3];
    let steps = workload.size.min(24);
    // The first one's band ends before its page's last cells: initially there is no other page.
    let moves = [build_sphere(1.0, 2.0, 1.5, extent), build_sphere(-1.0, 3.0, 4.0, extent)];
    let wanted = run_moves(&super::other_era(device)?, &moves, steps, move_surface)?;
    let device = device.clone();
    Ok(Trial::new(
        move || run_moves(&device, &moves, steps, way),
        move |(cells, pages): &(Vec<f32>, Vec<usize>)| {
            let check = Check::within(cells, &wanted.0, level_set::bound(steps));
            Ok(if *pages == wanted.1 { check } else { Check { error: f64::INFINITY, ..check } })
        },
    ))
}

/// Builds the trial of volumes that stand still: one with cells of 3 beside cells of -3, one without a surface but nearer
/// than 3 to it; and of a hole that grows until a page that was blank inside is blank outside. Both eras keep the same
/// count.
pub(super) fn still_volumes_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let extent = [9, 9, 2];
    let still = SurfaceMotion::even(extent, 0.0);
    let halves = (0..162).map(|cell| if cell % 9 < 4 { -9.0 } else { 9.0 }).collect();
    let shrinking = SurfaceMotion { interval: 0.46, ..SurfaceMotion::even(extent, -1.0) };
    let hole = of_sphere(extent, [0.0, 0.0, 0.5], 6.5)
        .iter()
        .map(|distance| -distance)
        .collect();
    let moves = [(still.clone(), halves), (still, vec![1.0; 162]), (shrinking, hole)];
    let steps = workload.size.min(24);
    let wanted = run_moves(&super::other_era(device)?, &moves, steps, move_surface)?;
    let device = device.clone();
    Ok(Trial::new(
        move || run_moves(&device, &moves, steps, move_surface_2005),
        move |(cells, pages): &(Vec<f32>, Vec<usize>)| {
            let check = Check::within(cells, &wanted.0, level_set::bound(steps));
            Ok(if *pages == wanted.1 { check } else { Check { error: f64::INFINITY, ..check } })
        },
    ))
}

/// Runs each motion, and returns the cells and the numbers of pages in use.
fn run_moves(
    device: &Device,
    moves: &[(SurfaceMotion, Vec<f32>)],
    steps: usize,
    way: MoveSurface,
) -> Result<(Vec<f32>, Vec<usize>)> {
    let mut cells = Vec::new();
    let mut pages = Vec::new();
    for (motion, start) in moves {
        let (moved, mapped) = way(device, motion, start, 18, steps)?;
        cells.extend(moved);
        pages.push(mapped);
    }
    Ok((cells, pages))
}

/// Builds a sphere and its even motion.
fn build_sphere(speed: f32, centre: f32, radius: f32, extent: [usize; 3]) -> (SurfaceMotion, Vec<f32>) {
    let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, speed) };
    (motion, of_sphere(extent, [centre, centre, 1.0], radius))
}

/// Builds the trial of a surface's picture against the other era's, from the same pages.
pub(super) fn surface_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().min(20);
    let wanted = super::pictures::read_lanes(&draw_sphere(&super::other_era(device)?, side)?)?;
    let device = device.clone();
    Ok(Trial::new(
        move || draw_sphere(&device, side),
        move |picture: &_| Ok(Check::within(&super::pictures::read_lanes(picture)?, &wanted, 1e-3)),
    ))
}

fn draw_sphere(device: &Device, side: usize) -> Result<Stream<Vector4<f32>>> {
    let extent = [11, 10, 9];
    let start = of_sphere(extent, [5.0, 4.0, 4.5], 3.5);
    let set = LevelSet::new(device, &SurfaceMotion::even(extent, 0.0), &start, 99)?;
    level_set::picture(&set, [side + 3, side + 1], 0.5)
}

/// Builds the trial of surfaces cut by faces of the volume, from three sides, against the other era's pictures.
pub(super) fn cut_surfaces(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = if workload.size == 1_000 { 14 } else { 1 + workload.size % 3 };
    super::cross_era_trial(device, 1e-3, move |device: &Device| {
        let extent = [11, 10, 9];
        let mut lanes = Vec::new();
        for centre in [[9.0, 8.0, 7.0], [1.0, 1.0, 1.0]] {
            let set = LevelSet::new(device, &SurfaceMotion::even(extent, 0.0), &of_sphere(extent, centre, 4.0), 99)?;
            for turn in [0.5, 2.6, 4.7] {
                lanes.extend(super::pictures::read_lanes(&level_set::picture(&set, [side + 1, side], turn)?)?);
            }
        }
        Ok(lanes)
    })
}
