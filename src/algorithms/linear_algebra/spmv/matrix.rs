//! Sparse matrices on the host.

use crate::{Error, Pointer, Result};
use std::ops::Range;
use std::sync::Arc;

/// Limit of rows, columns and entries: they are counted in 32 bits, and a kernel counts in `int`.
const COUNT_LIMIT: usize = i32::MAX as usize;

/// A sparse matrix on the host: the entries of each row in sequence, by column.
///
/// Entries are rounded to `f32`. Rows may be empty. Entries that are not stored are zero. A clone shares the entries.
///
/// ```
/// use gristmill::algorithms::spmv::SparseMatrix;
/// // ( 2 0 )
/// // ( 1 3 )
/// let matrix = SparseMatrix::new(2, 2, [(0, 0, 2.0), (1, 0, 1.0), (1, 1, 1.0), (1, 1, 2.0)])?;
/// assert_eq!(matrix.entries(), 3);
/// assert_eq!(matrix.row(1).collect::<Vec<_>>(), [(0, 1.0), (1, 3.0)]);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct SparseMatrix {
    columns: usize,
    pub(super) offsets: Arc<[u32]>,
    pub(super) pointers: Arc<[Pointer]>,
    pub(super) values: Arc<[f32]>,
}

impl SparseMatrix {
    /// Builds a matrix of entries, each a row, a column and a value, in any order. Entries of one place are summed,
    /// and then rounded.
    ///
    /// # Errors
    /// [`Error::Data`] for an entry outside the matrix, or one that is finite but overflows an `f32`;
    /// [`Error::Limit`] for 2^31 or more rows, columns or entries.
    pub fn new(
        rows: usize,
        columns: usize,
        entries: impl IntoIterator<Item = (usize, usize, f64)>,
    ) -> Result<SparseMatrix> {
        let mut entries: Vec<_> = entries.into_iter().collect();
        for (what, given) in [("rows", rows), ("columns", columns), ("entries", entries.len())] {
            if given >= COUNT_LIMIT {
                let thing = format!("{what} of a sparse matrix");
                return Err(Error::limit(
                    thing,
                    given as u128,
                    COUNT_LIMIT as u128 - 1,
                    "split the matrix into blocks",
                ));
            }
        }
        if let Some((row, column, _)) = entries.iter().find(|(row, column, _)| *row >= rows || *column >= columns) {
            return Err(Error::data(format!(
                "the entry at row {row}, column {column} (from 0) is outside a matrix of {rows} rows and {columns} columns; \
                 make the matrix larger or leave it out"
            )));
        }
        entries.sort_by_key(|(row, column, _)| (*row, *column));
        entries.dedup_by(|next, first| {
            let same = (next.0, next.1) == (first.0, first.1);
            if same {
                first.2 += next.2;
            }
            same
        });
        if let Some((row, column, value)) = entries
            .iter()
            .find(|(_, _, value)| value.is_finite() && (*value as f32).is_infinite())
        {
            return Err(Error::data(format!(
                "the entry at row {row}, column {column} (from 0) is {value:e}, and 32 bits hold {:e} at most; scale the matrix",
                f32::MAX
            )));
        }
        let mut offsets = vec![0; rows + 1];
        entries.iter().for_each(|(row, _, _)| offsets[row + 1] += 1);
        for row in 0..rows {
            offsets[row + 1] += offsets[row];
        }
        let pointers = entries.iter().map(|(_, column, _)| Pointer::to(*column)).collect();
        let values = entries.iter().map(|(_, _, value)| *value as f32).collect();
        Ok(SparseMatrix { columns, offsets: offsets.into(), pointers, values })
    }

    /// Builds the five-point Laplacian of a grid of unknowns with zeros around it, times minus one: 4 on the diagonal,
    /// -1 for each neighbour. Unknown `x + width * y` is the one of column `x` and row `y`.
    ///
    /// # Errors
    /// As [`SparseMatrix::new`].
    ///
    /// ```
    /// use gristmill::algorithms::spmv::SparseMatrix;
    /// let matrix = SparseMatrix::poisson(3, 2)?;
    /// assert_eq!(matrix.row(1).collect::<Vec<_>>(), [(0, -1.0), (1, 4.0), (2, -1.0), (4, -1.0)]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn poisson(width: usize, height: usize) -> Result<SparseMatrix> {
        let unknowns = (0..width * height).map(|at| (at % width, at / width, at));
        let entries = unknowns.flat_map(|(x, y, at)| {
            let neighbours = [
                (y > 0).then(|| at - width),
                (x > 0).then(|| at - 1),
                (x + 1 < width).then_some(at + 1),
                (y + 1 < height).then_some(at + width),
            ];
            let others = neighbours.into_iter().flatten().map(move |other| (at, other, -1.0));
            others.chain([(at, at, 4.0)])
        });
        SparseMatrix::new(width * height, width * height, entries)
    }

    /// The count of rows.
    pub fn rows(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The count of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The count of stored entries.
    pub fn entries(&self) -> usize {
        self.values.len()
    }

    /// The entries of a row, by column: columns and values. Empty for a row outside the matrix.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f32)> {
        let range = self.row_range(row);
        let columns = self.pointers[range.clone()].iter().filter_map(|pointer| pointer.target());
        columns.zip(self.values[range].iter().copied())
    }

    /// The range of a row's entries.
    pub(super) fn row_range(&self, row: usize) -> Range<usize> {
        self.row_start(row)..self.row_start(row + 1)
    }

    /// Returns the first entry of a row; the count of entries beyond the last row.
    fn row_start(&self, row: usize) -> usize {
        self.offsets.get(row).map_or(self.entries(), |offset| *offset as usize)
    }

    /// The count of entries of each row.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        self.offsets.windows(2).map(|offsets| (offsets[1] - offsets[0]) as usize)
    }

    /// The count of entries of the longest row.
    pub fn longest_row(&self) -> usize {
        self.lengths().max().unwrap_or(0)
    }

    /// The entry at a place; zero if none is stored.
    pub(in crate::algorithms::linear_algebra) fn entry_at(&self, row: usize, column: usize) -> f32 {
        let range = self.row_range(row);
        let place = self.pointers[range.clone()].binary_search_by_key(&Some(column), |pointer| pointer.target());
        place.map_or(0.0, |at| self.values[range.start + at])
    }

    /// The k-th four entries of a row, padded with entries of no column: their values and columns.
    pub(super) fn four_entries(&self, row: usize, k: usize) -> ([f32; 4], [u32; 4]) {
        let entries = self.row_range(row).skip(4 * k).take(4); // a range skips at once
        let mut four = ([0.0; 4], [u32::MAX; 4]); // NOWHERE
        for (lane, entry) in entries.enumerate() {
            (four.0[lane], four.1[lane]) =
                (self.values[entry], self.pointers[entry].target().unwrap_or_default() as u32);
        }
        four
    }
}
