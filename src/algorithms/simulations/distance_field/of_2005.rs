//! Jump flooding in floats: seeds are named by their columns and rows.

use super::jumps::flood_cells;
use super::trial::build_inputs;
use super::{Extra, check_grid, jumps};
use crate::algorithms::{Check, Trial, Workload, epsilon};
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Stream, fragment_kernel};

const START: KernelSource = fragment_kernel!("simulations/distance_field_start_2005");
const JUMP: KernelSource = fragment_kernel!("simulations/distance_field_2005");

/// Floods by jumps, with one jump of 1 before the others, by kernels of GLSL 1.10 for a Radeon 9700.
///
/// `seeds` has columns and rows; what is not 0 is a seed. The result is the column and row of the nearest seed of each
/// cell, both below 0 if there is no seed. Of seeds that are equally near, it is that which the cell met first; the
/// other rungs return the one with the lower index. Squares of distances are exact: a Radeon 9700 has integers up to
/// 2^17, which is a grid of 257 x 257, and longer floats have them up to 2^24.
///
/// Source: Rong and Tan, Jump Flooding in GPU with Applications to Voronoi Diagram and Distance Transform, 2006.
///
/// # Errors
/// [`Error::Data`] if the stream does not have two dimensions, [`Error::Limit`] if the square of the grid's diagonal is
/// not an exact float.
pub fn fragment_2005(device: &Device, seeds: &Stream<f32>) -> Result<Stream<[f32; 2]>> {
    let device = device.with_era(Era::Fragment)?;
    let [width, height] = check_grid(seeds)?;
    check_diagonal(&device, [width, height])?;
    let mut start = device.empty(seeds.shape())?;
    let call = device.kernel(&START)?;
    call.call().input("seeds", seeds).output("gl_FragColor", &mut start).run()?;
    let kernel = device.kernel(&JUMP)?;
    let mut field = PingPong::new(start, device.empty(seeds.shape())?);
    // ANCHOR: jumping_2005
    for jump in jumps(width.max(height), Extra::Before) {
        field.step(|now, next| {
            let call = kernel.call().uniform("jump", jump as f32).gather("nearest", now);
            call.output("gl_FragColor", next).run()
        })?;
    }
    // ANCHOR_END: jumping_2005
    Ok(field.into_now())
}

/// Checks that the largest square of a distance is an exact float.
fn check_diagonal(device: &Device, sides: [usize; 2]) -> Result<()> {
    let square: u128 = sides.iter().map(|side| (side.saturating_sub(1) as u128).pow(2)).sum();
    let largest = (2.0 / epsilon(device)) as u128;
    if square <= largest {
        return Ok(());
    }
    let next = "split the grid, with a margin, or use a card with longer floats (see the chapter on cards)";
    Err(Error::limit("square of a grid's diagonal in the card's floats", square, largest, next))
}

/// Builds the trial of this rung against the same flood by loops.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (seeds, shape) = build_inputs(workload);
    let wanted: Vec<[f32; 2]> = flood_cells(&seeds, shape[0], Extra::Before, |_, square| square)
        .into_iter()
        .map(|seed| seed.map_or([-1.0; 2], |seed: usize| [seed % shape[0], seed / shape[0]].map(|place| place as f32)))
        .collect();
    let marks: Vec<f32> = seeds.iter().map(|mark| *mark as f32).collect();
    let seeds = device.stream_of(shape, &marks)?;
    let device = device.clone();
    let trial = Trial::new(
        move || fragment_2005(&device, &seeds),
        move |result: &Stream<[f32; 2]>| {
            let given: Vec<[f32; 2]> = result
                .read()?
                .into_iter()
                .map(|seed| seed.map(|place| place.max(-1.0)))
                .collect();
            Ok(Check::exact(&given, &wanted))
        },
    );
    Ok(trial.sized(shape[0] * shape[1]))
}
