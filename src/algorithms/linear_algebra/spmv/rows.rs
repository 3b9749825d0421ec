//! A sparse matrix as rows in sequence on the device.

use super::SparseMatrix;
use crate::{Device, Pointer, Result, Stream};

/// A sparse matrix on a device: its rows in sequence, as pointer streams.
#[derive(Debug)]
pub struct Rows {
    matrix: SparseMatrix,
    longest: usize,
    /// The start of each row's entries, and the end of the last row's.
    pub(in crate::algorithms::linear_algebra) offsets: Stream<u32>,
    /// The column of each entry.
    pub(in crate::algorithms::linear_algebra) pointers: Stream<Pointer>,
    pub(in crate::algorithms::linear_algebra) values: Stream<f32>,
}

impl Rows {
    /// Uploads the matrix in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, matrix: &SparseMatrix) -> Result<Rows> {
        Ok(Rows {
            matrix: matrix.clone(),
            longest: matrix.longest_row(),
            offsets: device.stream(&matrix.offsets)?,
            pointers: device.stream(&matrix.pointers)?,
            values: device.stream(&matrix.values)?,
        })
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

    /// The count of entries of the longest row.
    pub(in crate::algorithms::linear_algebra) fn longest_row(&self) -> usize {
        self.longest
    }
}
