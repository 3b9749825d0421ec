//! 32 cells per word, with bitwise addition.

use super::check_board;
use crate::{Device, Era, Error, KernelSource, PingPong, Result, Shape, Stream, kernel_pair};

const PACKED: KernelSource = kernel_pair!("simulations/life_packed");

/// Rows per invocation of `life_packed.comp`.
const STRIP_ROWS: usize = 8;

/// Runs one fragment per word of 32 cells.
///
/// `cells` is a board [`packed`] by rows, and so is the result; `columns` is the count of cells in a row.
///
/// # Errors
/// [`crate::Error::Data`] if the words of a row are not those of `columns` cells.
pub fn fragment_packed(
    device: &Device,
    cells: &Stream<u32>,
    columns: usize,
    generations: usize,
) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Fragment)?;
    let shape = check_packed_board(cells, columns)?;
    let kernel = device.kernel(&PACKED)?;
    let mut boards = PingPong::new(device.copy_of(cells)?, device.uninit(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| {
            kernel
                .call()
                .uniform("columns", columns as i32)
                .gather("cells", now)
                .output("result", next)
                .run()
        })?;
    }
    Ok(boards.into_now())
}

/// Runs one invocation per eight rows of a word of 32 cells.
///
/// # Errors
/// As [`fragment_packed`].
pub fn compute_packed(device: &Device, cells: &Stream<u32>, columns: usize, generations: usize) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    let shape = check_packed_board(cells, columns)?;
    let kernel = device.kernel(&PACKED)?;
    let strips = shape.extent(0) * shape.extent(1).div_ceil(STRIP_ROWS);
    let mut boards = PingPong::new(device.copy_of(cells)?, device.uninit(shape)?);
    for _ in 0..generations {
        boards.step(|now, next| {
            kernel
                .call()
                .uniform("columns", columns as i32)
                .gather("cells", now)
                .output("result", next)
                .elements(strips)
                .run()
        })?;
    }
    Ok(boards.into_now())
}

/// Returns the shape of a board, whose rows must be the words of `columns` cells.
pub(super) fn check_packed_board(cells: &Stream<u32>, columns: usize) -> Result<Shape> {
    let shape = check_board(cells)?;
    let needed = columns.div_ceil(32);
    let words = shape.extent(0);
    if words == needed {
        return Ok(shape);
    }
    Err(Error::data(format!(
        "{columns} columns are packed in rows of {needed}, the board has rows of {words}; pack it again"
    )))
}

/// Packs the cells of each row, 32 per word, the first in the lowest bit; the last word of a row may be partly
/// unused.
///
/// ```
/// use gristmill::algorithms::life::{packed, unpacked};
/// let board = [1, 0, 1, 0, 1, 1]; // three columns, two rows
/// assert_eq!(packed(&board, 3), [0b101, 0b110]);
/// assert_eq!(unpacked(&[0b101, 0b110], 3), board);
/// ```
pub fn packed(cells: &[u32], columns: usize) -> Vec<u32> {
    cells
        .chunks(columns.max(1))
        .flat_map(|row| {
            row.chunks(32)
                .map(|cells: &[u32]| cells.iter().rev().fold(0, |word, cell| (word << 1) | (cell & 1)))
        })
        .collect()
}

/// Unpacks the cells of [`packed`] words.
pub fn unpacked(words: &[u32], columns: usize) -> Vec<u32> {
    let rows = words.chunks(columns.div_ceil(32).max(1));
    rows.flat_map(|row| (0..columns).map(|x| (row[x / 32] >> (x % 32)) & 1))
        .collect()
}
