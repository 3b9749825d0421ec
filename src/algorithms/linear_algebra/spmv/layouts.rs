//! The layouts of the fragment era, whose rows are all of one length: ELL, blocks, diagonals.

use super::{SparseMatrix, check_vector};
use crate::algorithms::gather;
use crate::{Blend, Device, Era, Error, KernelSource, Pointer, Result, Stream, TexelRect, fragment_kernel};
use std::collections::BTreeSet;

const ELL: KernelSource = fragment_kernel!("linear_algebra/spmv_ell");
const BLOCKS: KernelSource = fragment_kernel!("linear_algebra/spmv_blocks");
const DIAGONALS: KernelSource = fragment_kernel!("linear_algebra/spmv_diagonals");

/// Diagonals that [`Diagonals`] takes: each is as long as the matrix, so that more are no sparse matrix any more.
const MOST_DIAGONALS: usize = 256;

/// The k-th four entries of a row, filled up with entries of no column.
fn four(matrix: &SparseMatrix, row: usize, k: usize) -> ([f32; 4], [u32; 4]) {
    let entries = matrix.range(row).skip(4 * k).take(4); // a range skips at once
    let mut four = ([0.0; 4], [u32::MAX; 4]); // NOWHERE
    for (lane, entry) in entries.enumerate() {
        (four.0[lane], four.1[lane]) =
            (matrix.values[entry], matrix.pointers[entry].target().unwrap_or_default() as u32);
    }
    four
}

/// A sparse matrix on a device with all rows filled up to the longest (ELLPACK): its rows' k-th fours lie as the result will.
pub struct Ell {
    rows: usize,
    columns: usize,
    fours: usize,
    values: Stream<[f32; 4]>,
    pointers: Stream<[u32; 4]>,
}

impl Ell {
    /// The matrix, in textures.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine, as with one row that is far longer than the others.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Ell> {
        let device = device.with_era(Era::Fragment)?;
        let fours = matrix.longest_row().div_ceil(4);
        let [width, height, _] = device.empty::<f32>(matrix.rows())?.plan().size();
        let side = device.limits().texture_side;
        if height * fours > side {
            let thing = format!("texels in the height of ELL, {height} for each of {fours} fours of a row");
            return Err(Error::limit(thing, (height * fours) as u128, side as u128, "take Blocks or Rows"));
        }
        let texels = (0..fours).flat_map(|k| (0..width * height).map(move |row| (row, k)));
        let (values, pointers): (Vec<_>, Vec<_>) = texels.map(|(row, k)| four(matrix, row, k)).unzip();
        let shape = [width, height * fours];
        let (values, pointers) = (device.stream_of(shape, &values)?, device.stream_of(shape, &pointers)?);
        Ok(Ell { rows: matrix.rows(), columns: matrix.columns(), fours, values, pointers })
    }
}

/// One fragment a row, four entries a texel, as many for each row as the longest has.
///
/// # Errors
/// As [`super::spmv`].
pub fn fragment_ell(device: &Device, matrix: &Ell, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns, x)?;
    let mut result = device.empty(matrix.rows)?;
    if matrix.fours == 0 {
        return Ok(result);
    }
    let height = result.plan().size()[1] as i32;
    let kernel = device.kernel(&ELL)?;
    let call = kernel.call().uniform("fours", matrix.fours as i32).uniform("height", height);
    let call = call
        .gather("pointers", &matrix.pointers)
        .gather("values", &matrix.values)
        .gather("x", x);
    call.output("result", &mut result).run()?;
    Ok(result)
}

/// Rows of a matrix that are filled up to the same length.
struct Block {
    first_row: usize,
    rows: usize,
    first_four: usize,
    fours: usize,
}

/// A sparse matrix on a device with its rows sorted by length into blocks (Bolz et al. 2003).
pub struct Blocks {
    columns: usize,
    blocks: Vec<Block>,
    /// Where each row's result lies among the sorted rows.
    places: Stream<Pointer>,
    values: Stream<[f32; 4]>,
    pointers: Stream<[u32; 4]>,
}

impl Blocks {
    /// The matrix, in textures. Rows are filled up to 4, 8, 12, 16, 32, 64 ... entries.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Blocks> {
        let device = device.with_era(Era::Fragment)?;
        let fours_of = |length: usize| {
            let fours = length.div_ceil(4);
            if fours > 4 { fours.next_power_of_two() } else { fours }
        };
        // ANCHOR: blocks
        let lengths: Vec<usize> = matrix.lengths().map(fours_of).collect();
        let mut order: Vec<usize> = (0..matrix.rows()).collect();
        order.sort_by_key(|&row| lengths[row]);
        let (mut blocks, mut values, mut pointers) = (Vec::new(), Vec::new(), Vec::new());
        let mut first_row = 0;
        for same in order.chunk_by(|&a, &b| lengths[a] == lengths[b]) {
            let (rows, fours) = (same.len(), lengths[same[0]]);
            blocks.push(Block { first_row, rows, first_four: values.len(), fours });
            for k in 0..fours {
                let (of_block, columns): (Vec<_>, Vec<_>) = same.iter().map(|&row| four(matrix, row, k)).unzip();
                values.extend(of_block);
                pointers.extend(columns);
            }
            first_row += rows;
        }
        // ANCHOR_END: blocks
        let mut places = vec![Pointer::NOWHERE; order.len()];
        order
            .iter()
            .enumerate()
            .for_each(|(place, &row)| places[row] = Pointer::to(place));
        let (places, values, pointers) = (device.stream(&places)?, device.stream(&values)?, device.stream(&pointers)?);
        Ok(Blocks { columns: matrix.columns(), blocks, places, values, pointers })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.places.len()
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
}

/// A rectangle for each block of rows, drawn by a program for its length; then one pass that puts the rows in order.
///
/// # Errors
/// As [`super::spmv`].
pub fn fragment_blocks(device: &Device, matrix: &Blocks, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns, x)?;
    // ANCHOR: draw_blocks
    let mut sorted = device.empty(matrix.places.shape())?;
    for block in matrix.blocks.iter().filter(|block| block.fours > 0) {
        let kernel = device.kernel(&BLOCKS.define("FOURS", block.fours))?;
        let rectangles = sorted.plan().rectangles(block.first_row..block.first_row + block.rows);
        let regions: Vec<TexelRect> = rectangles
            .iter()
            .map(|at| TexelRect { x: at.x, y: at.y, width: at.width, height: at.height })
            .collect();
        let call = kernel
            .call()
            .uniform("first_row", block.first_row as i32)
            .uniform("rows", block.rows as i32);
        let call = call
            .uniform("first_four", block.first_four as i32)
            .gather("pointers", &matrix.pointers);
        let call = call.gather("values", &matrix.values).gather("x", x);
        call.output("result", &mut sorted).regions(&regions).run()?;
    }
    gather::fragment(&device, &sorted, &matrix.places)
    // ANCHOR_END: draw_blocks
}

/// A sparse matrix on a device as its diagonals, each a vector (Krüger and Westermann 2003): for matrices that have few.
///
/// Places of a diagonal that hold no entry hold a zero, so that an element of x which is not finite makes more elements of the result NaN
/// than in the other layouts.
pub struct Diagonals {
    columns: usize,
    rows: usize,
    /// Four diagonals each: how far their columns are from their rows, and their elements, by row.
    fours: Vec<([i32; 4], Stream<[f32; 4]>)>,
}

impl Diagonals {
    /// The matrix, in textures.
    ///
    /// # Errors
    /// [`Error::Limit`] where it has entries on more than 256 diagonals, or does not fit the machine.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Diagonals> {
        let device = device.with_era(Era::Fragment)?;
        let offset = |row: usize, column: usize| column as i64 - row as i64;
        let offsets = |row: usize| matrix.row(row).map(move |(column, _)| offset(row, column));
        let mut diagonals = BTreeSet::new();
        for row in 0..matrix.rows() {
            diagonals.extend(offsets(row));
            if diagonals.len() > MOST_DIAGONALS {
                let (thing, next) = ("diagonals that have entries", "take Blocks or Rows");
                return Err(Error::limit(thing, diagonals.len() as u128, MOST_DIAGONALS as u128, next));
            }
        }
        let diagonals: Vec<i64> = diagonals.into_iter().collect();
        let mut fours = Vec::new();
        for four in diagonals.chunks(4) {
            let mut elements = vec![[0.0; 4]; matrix.rows()];
            for (row, element) in elements.iter_mut().enumerate() {
                for (column, value) in matrix.row(row) {
                    if let Ok(lane) = four.binary_search(&offset(row, column)) {
                        element[lane] = value;
                    }
                }
            }
            // Where there are less than four, the others are to the left of every row.
            let offsets = std::array::from_fn(|lane| four.get(lane).map_or(i32::MIN, |offset| *offset as i32));
            fours.push((offsets, device.stream(&elements)?));
        }
        Ok(Diagonals { columns: matrix.columns(), rows: matrix.rows(), fours })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.columns
    }
}

/// A pass for each four diagonals, added by blending.
///
/// # Errors
/// As [`super::spmv`].
pub fn fragment_diagonals(device: &Device, matrix: &Diagonals, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns, x)?;
    // ANCHOR: diagonals
    let mut result = device.empty(matrix.rows)?; // zeros
    let kernel = device.kernel(&DIAGONALS)?;
    for (offsets, diagonals) in &matrix.fours {
        let call = kernel
            .call()
            .uniform("offsets", *offsets)
            .input("diagonals", diagonals)
            .gather("x", x);
        call.output("result", &mut result).blend(Blend::Add).run()?;
    }
    // ANCHOR_END: diagonals
    Ok(result)
}
