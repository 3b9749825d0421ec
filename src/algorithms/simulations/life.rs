//! Life: Conway's Game of Life on a torus of any size. For g generations:
//!
#![doc = table!()]
//!
//! Sources: Gardner, Mathematical Games, Scientific American 223(4), 1970; Harris et al., Physically-Based
//! Visual Simulation on Graphics Hardware, 2002 (cellular automata in textures); Fujita, Nakano and Ito, Bulk
//! Execution of the Game of Life, 2016 (bits of a word).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::Scene;
//! use gristmill::algorithms::life::{Board, board_of, packed, picture, unpacked};
//! use gristmill::algorithms::life;
//! use gristmill::image::RgbaImage;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (size, bar) = ([5, 5], [[0; 5], [0; 5], [0, 1, 1, 1, 0], [0; 5], [0; 5]].concat());
//! let upright = life::reference(&bar, size, 1);
//! assert_eq!(upright, [[0; 5], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0, 0, 1, 0, 0], [0; 5]].concat());
//! let [old, new] = [fragment.stream_of(size, &bar)?, compute.stream_of(size, &bar)?];
//! assert_eq!(life(&device, &new, 2)?.read()?, bar);
//! assert_eq!(life::fragment(&fragment, &old, 1)?.read()?, upright);
//! assert_eq!(life::fragment_repeat(&fragment, &old, 1)?.read()?, upright);
//! assert_eq!(life::compute(&compute, &new, 1)?.read()?, upright);
//!
//! let floats = fragment.stream_of(size, &bar.iter().map(|cell| *cell as f32).collect::<Vec<_>>())?;
//! let later = life::fragment_2005(&fragment, &floats, 1)?.read()?;
//! assert_eq!(later.iter().map(|cell| *cell as u32).collect::<Vec<_>>(), upright);
//!
//! let words = packed(&bar, 5); // 32 cells in a word
//! let [old, new] = [fragment.stream_of([1, 5], &words)?, compute.stream_of([1, 5], &words)?];
//! assert_eq!(unpacked(&life::fragment_packed(&fragment, &old, 5, 1)?.read()?, 5), upright);
//! assert_eq!(unpacked(&life::compute_packed(&compute, &new, 5, 1)?.read()?, 5), upright);
//! assert_eq!(unpacked(&life::compute_generations(&compute, &new, 5, 1)?.read()?, 5), upright);
//!
//! let cells = compute.stream_of([4, 4], &board_of(&RgbaImage::new(4, 4), 1))?;
//! assert_eq!(picture(&compute, &cells, [8, 8])?.len(), 64);
//! Board::new(&compute, cells)?.advance(None)?; // a scene of it
//! # Ok::<(), gristmill::Error>(())
//! ```

mod generations;
mod of_2005;
mod packed;
mod repeat;
mod scene;
mod trial;

use crate::{Device, Element, Era, Error, KernelSource, PingPong, Result, Shape, Stream, kernel_pair};

pub use generations::compute_generations;
pub use of_2005::fragment_2005;
pub use packed::{compute_packed, fragment_packed, packed, unpacked};
pub use repeat::fragment_repeat;
pub use scene::{Board, picture};
pub use trial::board_of;
use trial::{packed_trial, trial, trial_of_floats};

rungs! {
    "Conway's Game of Life on a torus, 16 generations", 1 << 20, trial;
    fragment: "one fragment per cell", "g passes; 9 reads per cell", "Harris et al. 2002";
    fragment_repeat: "the sampler repeats the board", "g passes; 9 reads per cell", "GPU Gems 2, listing 33-2";
    fragment_packed: "32 cells per word, added bit by bit", "g passes; 9/32 reads per cell", "Fujita et al. 2016",
        by |device, workload| packed_trial(device, workload, fragment_packed);
    fragment_2005: "cells are floats, a torus by fract", "g passes; 9 reads per cell",
        "Harris et al. 2002", on "radeon-9700", by trial_of_floats;
    compute: "one invocation per cell", "g dispatches; 9 reads per cell", "Red Book 8, chapter 12";
    compute_packed: "32 cells per word, strips of 8 rows", "g dispatches; 15/128 reads per cell", "Fujita et al. 2016",
        by |device, workload| packed_trial(device, workload, compute_packed);
    compute_generations: "the same, several generations in registers",
        "⌈g / 16⌉ dispatches on a CPU, ⌈g / 4⌉ on a GPU; 15/256 and 15/128 reads per cell and dispatch", "Fujita et al. 2016",
        by |device, workload| packed_trial(device, workload, compute_generations);
}

const LIFE: KernelSource = kernel_pair!("simulations/life");

/// Returns the board after `generations` generations, in the device's era.
///
/// `cells` has two dimensions, columns and rows, of any size: the cell of a 1x1 torus is its own eight neighbours.
/// A cell is alive if its lowest bit is set; after a generation it is 1 or 0.
///
/// # Errors
/// [`crate::Error::Data`] if the stream does not have two dimensions.
pub fn life(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, generations),
        Era::Compute => compute(device, cells, generations),
    }
}

// ANCHOR: reference
/// Computes the same by loops over rows and columns.
pub fn reference(cells: &[u32], [width, height]: [usize; 2], generations: usize) -> Vec<u32> {
    let mut now: Vec<u32> = cells.iter().map(|cell| cell & 1).collect();
    for _ in 0..if now.is_empty() { 0 } else { generations } {
        let mut next = Vec::with_capacity(now.len());
        for y in 0..height {
            let rows = [(y + height - 1) % height, y, (y + 1) % height].map(|y| &now[y * width..][..width]);
            for x in 0..width {
                let columns = [(x + width - 1) % width, x, (x + 1) % width];
                let around: u32 = rows.iter().map(|row| columns.map(|x| row[x]).iter().sum::<u32>()).sum();
                let alive = rows[1][x];
                next.push(u32::from(around == 3 || around - alive == 3)); // `around` counts the cell itself
            }
        }
        now = next;
    }
    now
}
// ANCHOR_END: reference

// ANCHOR: generations
/// Runs one fragment per cell, one pass per generation.
///
/// # Errors
/// As [`life`].
pub fn fragment(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = check_board(cells)?;
    let kernel = device.kernel(&LIFE)?;
    let mut boards = PingPong::new(device.copy_of(cells)?, device.uninit(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| kernel.call().gather("cells", now).output("result", next).run())?;
    }
    Ok(boards.into_now())
}
// ANCHOR_END: generations

/// Runs one invocation per cell, one dispatch per generation.
///
/// # Errors
/// As [`life`].
pub fn compute(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let shape = check_board(cells)?;
    let kernel = device.kernel(&LIFE)?;
    let mut boards = PingPong::new(device.copy_of(cells)?, device.uninit(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| kernel.call().gather("cells", now).output("result", next).run())?;
    }
    Ok(boards.into_now())
}

fn check_board<T: Element>(cells: &Stream<T>) -> Result<Shape> {
    let shape = cells.shape();
    match shape.rank() {
        2 => Ok(shape),
        _ => Err(Error::data(format!(
            "the game is played on columns and rows, the stream is {shape}; give it two dimensions"
        ))),
    }
}
