//! The fragment era without loops: rows of one length together, a program for each length (Bolz et al. 2003).

use super::{SparseMatrix, check_vector};
use crate::algorithms::gather;
use crate::{Blend, Device, Era, KernelSource, Pointer, Result, Stream, TexelRect, fragment_kernel};

const BLOCKS: KernelSource = fragment_kernel!("linear_algebra/spmv_blocks");

/// Maximum count of fours per row and pass, a power of two: llvmpipe silently ends loops after 65,535 turns.
const FOURS_PER_PASS: usize = 1 << 15;

/// Rows of a matrix that are padded to the same length.
#[derive(Debug)]
struct RowBlock {
    first_row: usize,
    rows: usize,
    first_four: usize,
    fours: usize,
}

/// A sparse matrix on a device with its rows sorted by length into blocks (Bolz et al. 2003).
#[derive(Debug)]
pub struct Blocks {
    matrix: SparseMatrix,
    blocks: Vec<RowBlock>,
    /// Position of each row's result among the sorted rows.
    places: Stream<Pointer>,
    values: Stream<[f32; 4]>,
    pointers: Stream<[u32; 4]>,
}

impl Blocks {
    /// Uploads the matrix to textures. Rows are padded to 4, 8, 12, 16, 32, 64 ... entries.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Blocks> {
        let device = device.with_era(Era::Fragment)?;
        // ANCHOR: blocks
        let lengths: Vec<usize> = matrix
            .lengths()
            .map(|length: usize| {
                let fours = length.div_ceil(4);
                if fours > 4 { fours.next_power_of_two() } else { fours }
            })
            .collect();
        let mut order: Vec<usize> = (0..matrix.rows()).collect();
        order.sort_by_key(|&row| lengths[row]);
        let mut blocks = Vec::new();
        let mut values = Vec::new();
        let mut pointers = Vec::new();
        let mut first_row = 0;
        for same in order.chunk_by(|&a, &b| lengths[a] == lengths[b]) {
            let rows = same.len();
            let fours = lengths[same[0]];
            blocks.push(RowBlock { first_row, rows, first_four: values.len(), fours });
            for k in 0..fours {
                let (of_block, columns): (Vec<_>, Vec<_>) = same.iter().map(|&row| matrix.four_entries(row, k)).unzip();
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
        let places = device.stream(&places)?;
        let values = device.stream(&values)?;
        let pointers = device.stream(&pointers)?;
        Ok(Blocks { matrix: matrix.clone(), blocks, places, values, pointers })
    }

    /// The count of rows.
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// The count of columns.
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }

    /// The matrix on the host.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.matrix
    }
}

/// Draws a rectangle for each block of rows, by a program for its length; then one pass restores the order of the
/// rows.
///
/// Rows of more than 131,072 entries need a pass for each 131,072, added by blending.
///
/// # Errors
/// As [`super::spmv()`].
pub fn fragment_blocks(device: &Device, matrix: &Blocks, x: &Stream<f32>) -> Result<Stream<f32>> {
    let device = device.with_era(Era::Fragment)?;
    check_vector(matrix.columns(), x)?;
    // ANCHOR: draw_blocks
    let mut sorted = device.empty(matrix.places.shape())?;
    for block in matrix.blocks.iter().filter(|block| block.fours > 0) {
        let fours = block.fours.min(FOURS_PER_PASS);
        let kernel = device.kernel(&BLOCKS.define("FOURS", fours))?;
        let rectangles = sorted.plan().rectangles(block.first_row..block.first_row + block.rows);
        let regions: Vec<TexelRect> = rectangles
            .iter()
            .map(|at| TexelRect { x: at.x, y: at.y, width: at.width, height: at.height })
            .collect();
        for pass in 0..block.fours / fours {
            let call = kernel
                .call()
                .uniform("first_row", block.first_row as i32)
                .uniform("rows", block.rows as i32)
                .uniform("first_four", (block.first_four + pass * fours * block.rows) as i32)
                .gather("pointers", &matrix.pointers)
                .gather("values", &matrix.values)
                .gather("x", x)
                .output("result", &mut sorted)
                .regions(&regions);
            let call = if pass == 0 { call } else { call.blend(Blend::Add) };
            call.run()?;
        }
    }
    gather::fragment(&device, &sorted, &matrix.places)
    // ANCHOR_END: draw_blocks
}
