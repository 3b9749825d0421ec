//! A sparse matrix as rows, one after another on the device.

use super::SparseMatrix;
use crate::{Device, Pointer, Result, Stream};

/// A sparse matrix on a device: its rows one after another, as pointer streams.
#[derive(Debug)]
pub struct Rows {
    matrix: SparseMatrix,
    longest: usize,
    /// Where each row's entries begin, and one more: where the last row's end.
    pub(in crate::algorithms::linear_algebra) offsets: Stream<u32>,
    /// The column of each entry.
    pub(in crate::algorithms::linear_algebra) pointers: Stream<Pointer>,
    pub(in crate::algorithms::linear_algebra) values: Stream<f32>,
}

impl Rows {
    /// The matrix, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] where it does not fit the machine.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Rows> {
        Ok(Rows {
            matrix: matrix.clone(),
            longest: matrix.longest_row(),
            offsets: device.stream(&matrix.offsets)?,
            pointers: device.stream(&matrix.pointers)?,
            values: device.stream(&matrix.values)?,
        })
    }

    /// How many rows.
    pub fn rows(&self) -> usize {
        self.matrix.rows()
    }

    /// How many columns.
    pub fn columns(&self) -> usize {
        self.matrix.columns()
    }

    /// The matrix on the host.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.matrix
    }

    /// Entries of the longest row.
    pub(in crate::algorithms::linear_algebra) fn longest(&self) -> usize {
        self.longest
    }
}
