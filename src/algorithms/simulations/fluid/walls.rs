//! The faces of a grid's cells and of coarser grids, and the direct solution of the coarsest. All of it runs on
//! the host because walls do not move.

use crate::{Error, Result};
use nalgebra::{DMatrix, Vector2};

/// Value of an open face.
const OPEN: u8 = 128;

/// The faces between the cells of a grid: how far each is open, 0 to 128.
#[derive(Debug, Clone)]
pub(super) struct Walls {
    pub(super) size: [usize; 2],
    left: Vec<u8>,
    above: Vec<u8>,
}

impl Walls {
    /// Opens the faces between two cells that are not solid; everything outside of the grid is solid.
    pub(super) fn new([columns, rows]: [usize; 2], solid: &[bool]) -> Walls {
        let cells = 0..columns * rows;
        let left = cells
            .clone()
            .map(|i| to_face(i % columns > 0 && is_open(i, solid) && is_open(i - 1, solid)))
            .collect();
        let above = cells
            .map(|i| to_face(i >= columns && is_open(i, solid) && is_open(i - columns, solid)))
            .collect();
        Walls { size: [columns, rows], left, above }
    }

    /// Returns how far the faces of a cell are open: left, right, above, below.
    pub(super) fn faces_of(&self, x: usize, y: usize) -> [u8; 4] {
        let [columns, rows] = self.size;
        [
            read_face(&self.left, x, y, [columns, rows]),
            read_face(&self.left, x + 1, y, [columns, rows]),
            read_face(&self.above, x, y, [columns, rows]),
            read_face(&self.above, x, y + 1, [columns, rows]),
        ]
    }

    /// Returns the velocities, with those across walls set to 0.
    pub(super) fn stop_at_walls(&self, velocity: &[Vector2<f32>]) -> Vec<Vector2<f32>> {
        let faces = self.left.iter().zip(&self.above).zip(velocity);
        faces
            .map(|((left, above), flow)| Vector2::new(pass_face(*left, flow.x), pass_face(*above, flow.y)))
            .collect()
    }

    /// Packs the four faces of each cell in a word.
    pub(super) fn pack_cells(&self) -> Vec<u32> {
        let [columns, rows] = self.size;
        (0..columns * rows)
            .map(|i| u32::from_le_bytes(self.faces_of(i % columns, i / columns)))
            .collect()
    }

    /// Packs the same by blocks of two by two cells.
    pub(super) fn pack_blocks(&self) -> Vec<[u32; 4]> {
        let [columns, rows] = block_counts(self.size);
        let places = (0..columns * rows).map(|i| (i % columns * 2, i / columns * 2));
        places
            .map(|(x, y)| {
                [
                    u32::from_le_bytes(self.faces_of(x, y)),
                    u32::from_le_bytes(self.faces_of(x + 1, y)),
                    u32::from_le_bytes(self.faces_of(x, y + 1)),
                    u32::from_le_bytes(self.faces_of(x + 1, y + 1)),
                ]
            })
            .collect()
    }

    /// Builds the grid whose cells are the blocks of this one. A coarse face replaces two fine ones, over twice the
    /// distance: its opening is half of their sum.
    pub(super) fn coarser_grid(&self) -> Walls {
        let size @ [columns, rows] = block_counts(self.size);
        let left = list_blocks([columns, rows])
            .map(|(x, y)| halve_sum(self.faces_of(x, y)[0], self.faces_of(x, y + 1)[0]))
            .collect();
        let above = list_blocks([columns, rows])
            .map(|(x, y)| halve_sum(self.faces_of(x, y)[2], self.faces_of(x + 1, y)[2]))
            .collect();
        Walls { size, left, above }
    }

    /// Returns the matrix that maps the divergences of all cells to their pressures, both cell by cell.
    ///
    /// The pressure of a part that no open face connects with the others is defined up to a constant: its mean
    /// is set to 0.
    pub(super) fn invert_matrix(&self) -> Result<DMatrix<f64>> {
        let [columns, rows] = self.size;
        let cells = columns * rows;
        let mut matrix = DMatrix::<f64>::zeros(cells, cells);
        let mut part: Vec<usize> = (0..cells).collect();
        for i in 0..cells {
            let [left, _, above, _] = self.faces_of(i % columns, i / columns);
            for (face, other) in [(left, i.wrapping_sub(1)), (above, i.wrapping_sub(columns))] {
                if face == 0 {
                    continue;
                }
                let open = f64::from(face) / f64::from(OPEN);
                matrix[(i, i)] += open;
                matrix[(other, other)] += open;
                matrix[(i, other)] -= open;
                matrix[(other, i)] -= open;
                let from = part[i];
                let to = part[other];
                part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
            }
        }
        for i in 0..cells {
            let members: Vec<usize> = (0..cells).filter(|j| part[*j] == part[i]).collect();
            members.iter().for_each(|j| matrix[(i, *j)] += 1.0 / members.len() as f64);
        }
        let inverse = matrix.cholesky().map(|halves| -halves.inverse());
        inverse
            .ok_or_else(|| Error::data("the pressure of the coarsest grid cannot be solved; its faces are not a grid"))
    }
}

/// Returns the first cell of each block of two by two.
fn list_blocks([columns, rows]: [usize; 2]) -> impl Iterator<Item = (usize, usize)> {
    (0..columns * rows).map(move |i| (i % columns * 2, i / columns * 2))
}

fn halve_sum(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b)) / 2) as u8
}

fn pass_face(face: u8, velocity: f32) -> f32 {
    if face > 0 { velocity } else { 0.0 }
}

/// Returns how far a face is open; 0 outside of the grid.
fn read_face(faces: &[u8], x: usize, y: usize, [columns, rows]: [usize; 2]) -> u8 {
    if x < columns && y < rows { faces[y * columns + x] } else { 0 }
}

fn is_open(cell: usize, solid: &[bool]) -> bool {
    !solid.get(cell).copied().unwrap_or(true)
}

fn to_face(open: bool) -> u8 {
    if open { OPEN } else { 0 }
}

/// Returns the count of blocks along and down.
pub(super) fn block_counts([columns, rows]: [usize; 2]) -> [usize; 2] {
    [columns.div_ceil(2), rows.div_ceil(2)]
}
