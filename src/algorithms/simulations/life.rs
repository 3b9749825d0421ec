//! Life: Conway's Game of Life on a torus of any size.
//!
//! | era | method | passes | reads a cell |
//! |---|---|---|---|
//! | fragment | one fragment a cell, ping-pong | one a generation | 9 |
//! | fragment, packed | 32 cells a word, added bit by bit | one a generation | 9/32 |
//! | compute | one invocation a cell, ping-pong | one a generation | 9 |
//! | compute, packed | strips of 32 by 8 cells | one a generation | 15/128 |
//!
//! Sources: Gardner, Mathematical Games, Scientific American 223(4), 1970; Harris et al., Physically-Based Visual Simulation on Graphics
//! Hardware, 2002 (cellular automata in textures); Fujita, Nakano and Ito, Bulk Execution of the Game of Life, 2016 (bits of a word).

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{
    Device, Era, Error, KernelSource, Mouse, PingPong, Result, Scene, Shape, Stream, image_of, kernel_pair, random,
};
use image::RgbaImage;
use nalgebra::Vector4;

const LIFE: KernelSource = kernel_pair!("simulations/life");
const DRAW: KernelSource = kernel_pair!("simulations/life_draw");
const PACKED: KernelSource = kernel_pair!("simulations/life_packed");
/// Rows of an invocation of `life_packed.comp`.
const STRIP: usize = 8;

/// The board after so many generations, in the device's era.
///
/// `cells` has two dimensions, columns and rows, of any size: the torus of 1x1 has a cell that is its own eight neighbours. A cell is alive
/// where its lowest bit is set; after a generation it is 1 or 0.
///
/// # Errors
/// [`crate::Error::Data`] where the stream does not have two dimensions.
pub fn life(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    match device.era() {
        Era::Fragment => fragment(device, cells, generations),
        Era::Compute => compute(device, cells, generations),
    }
}

// ANCHOR: reference
/// The same by loops over rows and columns.
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

/// One fragment a cell, one pass a generation.
///
/// # Errors
/// As [`life`].
pub fn fragment(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    run(&device.with_era(Era::Fragment)?, cells, generations)
}

/// One invocation a cell, one dispatch a generation.
///
/// # Errors
/// As [`life`].
pub fn compute(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    run(&device.with_era(Era::Compute)?, cells, generations)
}

// ANCHOR: generations
fn run(device: &Device, cells: &Stream<u32>, generations: usize) -> Result<Stream<u32>> {
    let shape = board(cells)?;
    let kernel = device.kernel(&LIFE)?;
    let mut boards = PingPong::new(device.copy_of(cells)?, device.empty(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| kernel.call().gather("cells", now).output("result", next).run())?;
    }
    Ok(boards.into_now())
}
// ANCHOR_END: generations

fn board(cells: &Stream<u32>) -> Result<Shape> {
    let shape = cells.shape();
    match shape.rank() {
        2 => Ok(shape),
        _ => Err(Error::data(format!(
            "the game is played on columns and rows, the stream is {shape}; give it two dimensions"
        ))),
    }
}

/// 32 cells a word, one fragment a word.
///
/// `cells` is a board [`packed`] by rows, `columns` the cells in a row; so is the result.
///
/// # Errors
/// [`crate::Error::Data`] where the words of a row are not those of so many columns.
pub fn fragment_packed(
    device: &Device,
    cells: &Stream<u32>,
    columns: usize,
    generations: usize,
) -> Result<Stream<u32>> {
    run_packed(&device.with_era(Era::Fragment)?, cells, columns, generations)
}

/// 32 cells a word, one invocation for eight rows of a word.
///
/// # Errors
/// As [`fragment_packed`].
pub fn compute_packed(device: &Device, cells: &Stream<u32>, columns: usize, generations: usize) -> Result<Stream<u32>> {
    run_packed(&device.with_era(Era::Compute)?, cells, columns, generations)
}

fn run_packed(device: &Device, cells: &Stream<u32>, columns: usize, generations: usize) -> Result<Stream<u32>> {
    let shape = board(cells)?;
    let [words, rows] = [shape.extent(0), shape.extent(1)];
    if words != columns.div_ceil(32) {
        let needed = columns.div_ceil(32);
        return Err(Error::data(format!(
            "{columns} columns are packed in rows of {needed}, the board has rows of {words}; pack it again"
        )));
    }
    let kernel = device.kernel(&PACKED)?;
    let mut boards = PingPong::new(device.copy_of(cells)?, device.empty(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| {
            let call = kernel
                .call()
                .uniform("columns", columns as i32)
                .gather("cells", now)
                .output("result", next);
            match device.era() {
                Era::Fragment => call.run(),
                Era::Compute => call.elements(words * rows.div_ceil(STRIP)).run(),
            }
        })?;
    }
    Ok(boards.into_now())
}

/// The cells of each row by 32 a word, the first in the lowest bit; the last word of a row may be part empty.
///
/// ```
/// use gristmill::algorithms::life::{packed, unpacked};
/// let board = [1, 0, 1, 0, 1, 1]; // three columns, two rows
/// assert_eq!(packed(&board, 3), [0b101, 0b110]);
/// assert_eq!(unpacked(&[0b101, 0b110], 3), board);
/// ```
pub fn packed(cells: &[u32], columns: usize) -> Vec<u32> {
    let word = |cells: &[u32]| cells.iter().rev().fold(0, |word, cell| word << 1 | (cell & 1));
    cells.chunks(columns.max(1)).flat_map(|row| row.chunks(32).map(word)).collect()
}

/// The cells of [`packed`] words.
pub fn unpacked(words: &[u32], columns: usize) -> Vec<u32> {
    let rows = words.chunks(columns.div_ceil(32).max(1));
    rows.flat_map(|row| (0..columns).map(|x| row[x / 32] >> (x % 32) & 1)).collect()
}

/// Generations of a trial.
const GENERATIONS: usize = 16;

/// A board from a picture: a cell lives the likelier, the brighter its pixel is.
pub fn board_of(picture: &RgbaImage, seed: u32) -> Vec<u32> {
    let pixels = picture.pixels().zip(0..);
    pixels
        .map(|(pixel, i)| u32::from(u32::from(pixel.0[1]) * 65_537 >= random::word(seed, i, 0) >> 8))
        .collect()
}

/// A board that plays on, generation by generation, to look at.
pub struct Board {
    device: Device,
    cells: Stream<u32>,
}

impl Board {
    /// The board of these cells, of two dimensions.
    ///
    /// # Errors
    /// As [`life`].
    pub fn new(device: &Device, cells: Stream<u32>) -> Result<Board> {
        board(&cells)?;
        Ok(Board { device: device.clone(), cells })
    }
}

impl Scene for Board {
    fn advance(&mut self, _: Option<Mouse>) -> Result<()> {
        self.cells = life(&self.device, &self.cells, 1)?;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        picture(&self.device, &self.cells, size)
    }
}

/// A board as a picture of any size, drawn on the device.
///
/// # Errors
/// As [`life`], and [`Error::Limit`] where the picture does not fit the machine.
pub fn picture(device: &Device, cells: &Stream<u32>, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
    let shape = board(cells)?;
    let mut colour = device.empty(size)?;
    let call = device.kernel(&DRAW)?;
    let (&[columns, rows], false) = (shape.extents(), cells.is_empty()) else { return Ok(colour) };
    call.call()
        .uniform("board", [columns as f32, rows as f32])
        .gather("cells", cells)
        .output("colour", &mut colour)
        .run()?;
    Ok(colour)
}

type Cells = fn(&Device, &Stream<u32>, usize) -> Result<Stream<u32>>;
type Words = fn(&Device, &Stream<u32>, usize, usize) -> Result<Stream<u32>>;

fn made(workload: &Workload) -> (Vec<u32>, [usize; 2]) {
    let photograph = workload.picture();
    let size = [photograph.width() as usize, photograph.height() as usize];
    (board_of(&photograph, workload.seed), size)
}

fn trial(device: &Device, workload: &Workload, rung: Cells) -> Result<Trial> {
    let (cells, size) = made(workload);
    let wanted = reference(&cells, size, GENERATIONS);
    let (here, device, cells) = (device.clone(), device.clone(), device.stream_of(size, &cells)?);
    Ok(Trial::with_picture(
        move || rung(&device, &cells, GENERATIONS),
        move |result| Ok(Check::exact(&result.read()?, &wanted)),
        move |result| image_of(&picture(&here, result, size)?),
    ))
}

fn packed_trial(device: &Device, workload: &Workload, rung: Words) -> Result<Trial> {
    let (cells, size) = made(workload);
    let wanted = reference(&cells, size, GENERATIONS);
    let [columns, rows] = size;
    let (here, device) = (device.clone(), device.clone());
    let words = device.stream_of([columns.div_ceil(32), rows], &packed(&cells, columns))?;
    Ok(Trial::with_picture(
        move || rung(&device, &words, columns, GENERATIONS),
        move |result| Ok(Check::exact(&unpacked(&result.read()?, columns), &wanted)),
        move |result| {
            let cells = here.stream_of(size, &unpacked(&result.read()?, columns))?;
            image_of(&picture(&here, &cells, size)?)
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "life",
    part: "simulations",
    summary: "Conway's Game of Life on a torus, 16 generations",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one fragment a cell",
            source: "Harris et al. 2002",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "32 cells a word, added bit by bit",
            source: "Fujita et al. 2016",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, fragment_packed),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "one invocation a cell",
            source: "Red Book 8, chapter 12",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_packed",
            era: Era::Compute,
            method: "32 cells a word, strips of 8 rows",
            source: "Fujita et al. 2016",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, compute_packed),
        },
    ],
};
