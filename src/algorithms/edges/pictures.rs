//! Samples between the cells of a volume, and pictures: kernels that no rung of the table runs.

use crate::algorithms::distance_field::{self, Sites, distance_field};
use crate::algorithms::lattice_boltzmann::{self, Distributions, Flow, Lattice, lattice_boltzmann};
use crate::algorithms::reaction_diffusion::{self, Dish, GrayScott};
use crate::algorithms::{Check, Trial, Workload, volume};
use crate::{Device, Era, Layout, Pointer, Result, Scene, Stream};
use nalgebra::Vector4;

/// Builds the trial of a volume sampled between its cells and around it.
pub(super) fn sampled_volume(device: &Device, workload: &Workload) -> Result<Trial> {
    let layouts = match device.era() {
        Era::Compute => vec![Layout::Linear],
        Era::Fragment => vec![Layout::Packed, Layout::BySlice, Layout::Volume],
    };
    sample_trial(device, workload, layouts, volume::sample)
}

/// Builds the same trial with the sampler's linear filter.
pub(super) fn linear_sampling(device: &Device, workload: &Workload) -> Result<Trial> {
    sample_trial(device, workload, vec![Layout::BySlice, Layout::Volume], volume::sample_linear)
}

/// Builds the trial of volumes of one to nine slices, four slices per pass: the last pass may have unused outputs.
pub(super) fn slice_counts(device: &Device, workload: &Workload) -> Result<Trial> {
    depths_trial(device, workload, Layout::Slices, volume::fragment_four)
}

/// Builds the same trial of slices side by side: the last row of them may have gaps.
pub(super) fn slice_counts_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    depths_trial(device, workload, Layout::BySlice, volume::fragment_2005)
}

/// Builds the same trial of cells line after line.
pub(super) fn slice_rows_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    depths_trial(device, workload, Layout::Packed, volume::fragment_rows_2005)
}

type StepsFn = fn(&Device, &Stream<f32>, f32, usize) -> Result<Stream<f32>>;

fn depths_trial(device: &Device, workload: &Workload, layout: Layout, rung: StepsFn) -> Result<Trial> {
    let cells: Vec<Vec<f32>> = (1..10)
        .map(|depth| Workload { size: 6 * depth, ..workload.clone() }.floats(0))
        .collect();
    let wanted: Vec<f32> = cells
        .iter()
        .flat_map(|cells| volume::reference(cells, find_shape(cells), 0.15, 2))
        .map(|cell| cell as f32)
        .collect();
    let device = device.clone();
    Ok(Trial::new(
        move || {
            cells
                .iter()
                .map(|cells: &Vec<f32>| {
                    let cells = device.stream_in(layout, find_shape(cells), cells)?;
                    rung(&device, &cells, 0.15, 2)?.read()
                })
                .collect::<Result<Vec<_>>>()
        },
        move |results: &Vec<Vec<f32>>| Ok(Check::within(&results.concat(), &wanted, 1e-5)),
    ))
}

fn find_shape(cells: &[f32]) -> [usize; 3] {
    [3, 2, cells.len() / 6]
}

type SampleFn = fn(&Device, &Stream<f32>, &Stream<[f32; 4]>) -> Result<Stream<f32>>;

/// Builds the trial of a volume of 5x4x3 cells in several layouts, sampled between its cells and beyond them.
fn sample_trial(device: &Device, workload: &Workload, layouts: Vec<Layout>, sample: SampleFn) -> Result<Trial> {
    let shape = [5, 4, 3];
    let cells = Workload { size: 60, ..workload.clone() }.floats(0);
    let [x, y, z] = [1, 2, 3].map(|column| workload.floats(column));
    let points: Vec<[f32; 4]> = (0..workload.size)
        .map(|i| [x[i] * 4.0 + 2.0, y[i] * 3.0 + 1.0, z[i] + 1.0, 0.0])
        .collect();
    let wanted: Vec<f32> = points
        .iter()
        .map(|[x, y, z, _]: &[f32; 4]| volume::sample_reference(&cells, shape, [*x, *y, *z].map(f64::from)) as f32)
        .collect();
    let cells: Result<Vec<_>> = layouts
        .into_iter()
        .map(|layout| device.stream_in(layout, shape, &cells))
        .collect();
    let cells = cells?;
    let points = device.stream(&points)?;
    let device = device.clone();
    Ok(Trial::new(
        move || {
            cells
                .iter()
                .map(|cells| sample(&device, cells, &points)?.read())
                .collect::<Result<Vec<_>>>()
        },
        move |results: &Vec<Vec<f32>>| {
            let wanted = wanted.repeat(results.len());
            Ok(Check::within(&results.concat(), &wanted, 1e-5))
        },
    ))
}

/// Builds the trial of the mean of a picture whose sides are odd at every level, by its last mipmap.
pub(super) fn odd_mipmaps(device: &Device, workload: &Workload) -> Result<Trial> {
    let numbers = Workload { size: 15 * 7, ..workload.clone() }.floats(0);
    let mean = numbers.iter().map(|number| f64::from(*number)).sum::<f64>() / numbers.len() as f64;
    let picture = device.stream_of([15, 7], &numbers)?;
    let device = device.clone();
    Ok(Trial::new(
        move || {
            let mipmaps = device.mipmaps(&picture)?;
            mipmaps.read(mipmaps.levels() - 1)
        },
        move |top: &Vec<f32>| Ok(Check::within(top, &[mean as f32], 1e-6)),
    ))
}

/// Builds the trial of a bilinear sampler on slices side by side, each 4 cells wide and high: neighbouring slices
/// bleed in.
pub(super) fn bleeding_slices(device: &Device, workload: &Workload) -> Result<Trial> {
    let shape = [4, 4, 4];
    let cells = Workload { size: 64, ..workload.clone() }.floats(0);
    let [x, y, z] = [1, 2, 3].map(|column| workload.floats(column));
    let points: Vec<[f32; 4]> = (0..workload.size)
        .map(|i| [x[i] * 2.5 + 1.5, y[i] * 2.5 + 1.5, z[i] * 3.5 + 1.5, 0.0])
        .collect();
    let volume = device.stream_in(Layout::BySlice, shape, &cells)?;
    let places: Vec<[i64; 2]> = (0..64)
        .map(|index: usize| {
            let address = volume.plan().address(index);
            [address.x as i64, address.y as i64]
        })
        .collect();
    let last = [0, 1].map(|axis| places.iter().map(|place| place[axis]).max().unwrap_or(0));
    let texel = |x: i64, y: i64| {
        let at = [x.clamp(0, last[0]), y.clamp(0, last[1])];
        places
            .iter()
            .position(|place| *place == at)
            .map_or(0.0, |index| f64::from(cells[index]))
    };
    let bilinear = |slice: usize, x: f64, y: f64| {
        let x = x + places[slice * 16][0] as f64;
        let y = y + places[slice * 16][1] as f64;
        let low = [x.floor() as i64, y.floor() as i64];
        let share = [x - x.floor(), y - y.floor()];
        let line = |y| texel(low[0], y) * (1.0 - share[0]) + texel(low[0] + 1, y) * share[0];
        line(low[1]) * (1.0 - share[1]) + line(low[1] + 1) * share[1]
    };
    let wanted: Vec<f32> = points
        .iter()
        .map(|[x, y, z, _]: &[f32; 4]| {
            let [x, y, z] = [*x, *y, *z].map(f64::from);
            let low = z.clamp(0.0, 3.0) as usize;
            let share = (z - low as f64).clamp(0.0, 1.0);
            (bilinear(low, x, y) * (1.0 - share) + bilinear((low + 1).min(3), x, y) * share) as f32
        })
        .collect();
    let points = device.stream(&points)?;
    let device = device.clone();
    Ok(Trial::new(
        move || volume::sample_bleeding(&device, &volume, &points),
        move |result| Ok(Check::within(&result.read()?, &wanted, 1e-5)),
    ))
}

/// Builds the trial of the distances of cells to seeds, one in twenty.
pub(super) fn seed_distances(device: &Device, workload: &Workload) -> Result<Trial> {
    let [width, height] = workload.rectangle();
    let workload = Workload { size: width * height, ..workload.clone() };
    let seeds: Vec<u32> = workload.integers(0, 20).iter().map(|word| u32::from(*word == 0)).collect();
    let nearest = distance_field::flooded(&seeds, width, distance_field::Extra::Before);
    let wanted: Vec<f32> = (0..seeds.len())
        .map(|cell| measure_distance(cell, &nearest, width).unwrap_or(f32::INFINITY))
        .collect();
    let seeds = device.stream_of([width, height], &seeds)?;
    let device = device.clone();
    Ok(Trial::new(
        move || distance_field::distances(&device, &distance_field(&device, &seeds)?),
        move |result| Ok(Check::within(&result.read()?, &wanted, 1e-4)),
    ))
}

/// Measures the distance of a cell from its nearest seed.
fn measure_distance(cell: usize, nearest: &[Pointer], width: usize) -> Option<f32> {
    let seed = nearest[cell].target()?;
    let [x, y] = [(cell % width).abs_diff(seed % width), (cell / width).abs_diff(seed / width)];
    Some(libm::hypotf(x as f32, y as f32))
}

/// Builds the trial of a Voronoi picture larger than its grid; one of the inputs has no seeds.
pub(super) fn voronoi_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().clamp(1, 40);
    let size = [side + 3, side + 1];
    let sites =
        std::cell::RefCell::new(Sites::new(device, side, if workload.size == 255 { 0 } else { 5 }, workload.seed)?);
    let (marks, pointers) = {
        let sites = sites.borrow();
        let (seeds, nearest) = sites.streams();
        (seeds.read()?, nearest.read()?)
    };
    let colour = |pixel: usize| {
        let [x, y] = [pixel % size[0] * side / size[0], pixel / size[0] * side / size[1]];
        let seed = find_seed(x, y, &pointers, side)?;
        let away = libm::hypotf(x.abs_diff(seed % side) as f32, y.abs_diff(seed / side) as f32);
        let border =
            find_seed(x + 1, y, &pointers, side) != Some(seed) || find_seed(x, y + 1, &pointers, side) != Some(seed);
        let light = (0.55 + 0.45 * libm::expf(-0.03 * away)) * (0.94 + 0.06 * libm::cosf(0.8 * away));
        let light = if border { 0.25 * light } else { light };
        let hue = marks[seed] as f32 * 0.618_034;
        let share = (away - 1.5).clamp(0.0, 1.0);
        let [red, green, blue] =
            [0.0, 0.18, 0.40].map(|shift| 1.0 + (compute_channel(shift, hue) * light - 1.0) * share);
        Some([red, green, blue, 1.0])
    };
    let wanted: Vec<f32> = (0..size[0] * size[1])
        .flat_map(|pixel| colour(pixel).unwrap_or([0.0, 0.0, 0.0, 1.0]))
        .collect();
    Ok(Trial::new(
        move || sites.borrow_mut().picture(size),
        move |picture: &crate::Stream<nalgebra::Vector4<f32>>| {
            let lanes: Vec<f32> = picture
                .read()?
                .iter()
                .flat_map(|colour| [colour.x, colour.y, colour.z, colour.w])
                .collect();
            Ok(Check::within(&lanes, &wanted, 1e-3))
        },
    ))
}

fn compute_channel(shift: f32, hue: f32) -> f32 {
    0.62 + 0.34 * libm::cosf(std::f32::consts::TAU * (hue + shift))
}

/// Finds the nearest seed of a cell, or of the last cell of a row or column if it is beyond.
fn find_seed(x: usize, y: usize, pointers: &[Pointer], side: usize) -> Option<usize> {
    pointers[x.min(side - 1) + side * y.min(side - 1)].target()
}

/// Builds the trial of a dish with a drop, and its picture, against the other era's; the drop's edge goes through
/// centres of cells.
pub(super) fn dish_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().min(40);
    let seed = workload.seed;
    let wanted = read_dish(&super::other_era(device)?, side, seed)?;
    let device = device.clone();
    Ok(Trial::new(
        move || read_dish(&device, side, seed),
        move |numbers: &Vec<f32>| Ok(Check::within(numbers, &wanted, 1e-4)),
    ))
}

/// Runs a dish with a drop and reads its picture and cells.
fn read_dish(device: &Device, side: usize, seed: u32) -> Result<Vec<f32>> {
    let mut dish = Dish::new(device, [side, side + 3], GrayScott::default(), seed)?;
    let half = side / 2;
    dish.drop_at([(half as f32 + 0.5) / side.max(1) as f32, (half as f32 + 0.5) / (side + 3) as f32])?;
    let mut numbers = read_lanes(&dish.picture([side + 5, side + 1])?)?;
    numbers.extend(dish.cells().read()?.as_flattened());
    Ok(numbers)
}

/// Builds the trial of a dish with the amounts of V for all colours, against the other era's picture.
pub(super) fn all_colours(device: &Device, workload: &Workload) -> Result<Trial> {
    let side = workload.size.isqrt().min(24);
    let cells: Vec<[f32; 2]> = (0..side * side).map(|i| [0.5, compute_slope(i, side)]).collect();
    let wanted = read_lanes(&draw_dish(&super::other_era(device)?, &cells, side)?)?;
    let device = device.clone();
    Ok(Trial::new(
        move || draw_dish(&device, &cells, side),
        move |picture| Ok(Check::within(&read_lanes(picture)?, &wanted, 1e-4)),
    ))
}

fn draw_dish(device: &Device, cells: &[[f32; 2]], side: usize) -> Result<Stream<Vector4<f32>>> {
    reaction_diffusion::picture(device, &device.stream_of([side, side], cells)?, [side + 5, side + 1])
}

/// Returns the amount of V at a cell of slopes that face the light and reflect it.
fn compute_slope(i: usize, side: usize) -> f32 {
    ((i % side) as f32 * 0.0625 + (i / side) as f32 * 0.075).fract() / 2.0
}

/// Builds the trial of a lattice's picture, fields and maximum speed, against the other era's, under a strong force.
pub(super) fn lattice_picture(device: &Device, workload: &Workload) -> Result<Trial> {
    let (mut flow, start) = lattice_boltzmann::build_inputs(workload);
    flow.force = [0.02, -0.03];
    let wanted = read_lattice(&super::other_era(device)?, &flow, &start)?;
    let device = device.clone();
    Ok(Trial::new(
        move || read_lattice(&device, &flow, &start),
        move |numbers: &Vec<f32>| Ok(Check::within(numbers, &wanted, 1e-4)),
    ))
}

/// Runs two steps of a lattice and reads its picture, fields and maximum speed.
fn read_lattice(device: &Device, flow: &Flow, start: &[Distributions]) -> Result<Vec<f32>> {
    let start = Lattice::start(device, flow.clone(), start)?;
    let mut lattice = lattice_boltzmann(device, &start, 2)?;
    let mut numbers = read_lanes(&lattice.picture([37, 23])?)?;
    numbers.extend(lattice.fields()?.iter().flat_map(|field| [field.x, field.y, field.z, field.w]));
    numbers.push(lattice.fastest()?);
    Ok(numbers)
}

/// Reads the channels of a picture's colours.
pub(super) fn read_lanes(picture: &Stream<Vector4<f32>>) -> Result<Vec<f32>> {
    Ok(picture
        .read()?
        .iter()
        .flat_map(|colour| [colour.x, colour.y, colour.z, colour.w])
        .collect())
}
