//! Matrix Market files: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996.

use super::SparseMatrix;
use crate::{Error, Result};
use nalgebra_sparse::CooMatrix;
use nalgebra_sparse::io::{MatrixMarketError, load_coo_from_matrix_market_str};

impl SparseMatrix {
    /// The matrix of a Matrix Market file: real, integer or pattern (whose entries are 1), in coordinates or as an array; general, symmetric or
    /// skew-symmetric. Entries of one place are summed.
    ///
    /// ```
    /// use gristmill::algorithms::spmv::SparseMatrix;
    /// let matrix = SparseMatrix::from_market("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 2.5\n2 1 -1\n")?;
    /// assert_eq!(matrix.row(0).collect::<Vec<_>>(), [(0, 2.5), (1, -1.0)]);
    ///
    /// let error = SparseMatrix::from_market("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 3 1.0\n").unwrap_err();
    /// assert!(error.to_string().starts_with("Matrix Market line 3: column 3 of a matrix of 2 columns"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] with the line where the file is not as the format asks, and as [`SparseMatrix::new`].
    pub fn from_market(text: &str) -> Result<SparseMatrix> {
        // Blank lines may stand anywhere; the parser allows them between entries alone.
        let filled: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(at, line)| (at + 1, line.trim()))
            .filter(|(_, line)| !line.is_empty())
            .collect();
        let dense = filled.iter().map(|(_, line)| *line).collect::<Vec<_>>().join("\n");
        let header = filled.first().map(|(_, line)| line.to_lowercase()).unwrap_or_default();
        let loaded = match header.split_whitespace().nth(3) {
            Some("integer") => load(&dense, |value: i64| value as f64),
            Some("pattern") => load(&dense, |()| 1.0),
            Some("complex") => {
                return Err(Error::data(
                    "Matrix Market line 1: entries are complex; give the real and the imaginary part as two matrices",
                ));
            }
            _ => load(&dense, |value: f64| value),
        };
        let (rows, columns, entries) = loaded.map_err(|error| explain(&filled, &error))?;
        SparseMatrix::new(rows, columns, entries)
    }
}

type Entries = Vec<(usize, usize, f64)>;

fn load<T: nalgebra_sparse::io::MatrixMarketScalar>(
    text: &str,
    number: impl Fn(T) -> f64,
) -> Result<(usize, usize, Entries), MatrixMarketError> {
    let matrix: CooMatrix<T> = load_coo_from_matrix_market_str(text)?;
    let entries = matrix
        .triplet_iter()
        .map(|(row, column, value)| (row, column, number(value.clone())))
        .collect();
    Ok((matrix.nrows(), matrix.ncols(), entries))
}

/// What is wrong, at its line where that can be found.
fn explain(filled: &[(usize, &str)], error: &MatrixMarketError) -> Error {
    let message = error.message();
    let (line, what) = fault(filled).unwrap_or_else(|| {
        let place = message
            .split_once("--> ")
            .and_then(|(_, place)| place.split(':').next()?.trim().parse().ok());
        match place.and_then(|place: usize| filled.get(place.max(1) - 1)) {
            Some((line, text)) => (*line, format!("`{text}` is not what the format asks for here")),
            None => (1, message.lines().next().unwrap_or_default().to_string()),
        }
    });
    Error::data(format!("Matrix Market line {line}: {what}; mend the line, which is of {}", what_it_should_be(line)))
}

fn what_it_should_be(line: usize) -> &'static str {
    if line == 1 {
        "the form `%%MatrixMarket matrix coordinate real general`"
    } else {
        "the form `rows columns entries` first, then `row column value`, counted from 1"
    }
}

/// The first line whose numbers cannot be, or the last where entries are missing or too many.
fn fault(filled: &[(usize, &str)]) -> Option<(usize, String)> {
    let header = filled.first()?.1.to_lowercase();
    let coordinates = header.contains("coordinate");
    let skew = header.contains("skew-symmetric");
    let lower = header.contains("symmetric");
    let mut lines = filled.iter().copied().filter(|(_, line)| !line.starts_with('%'));
    let whole = |line: &str| {
        line.split_whitespace()
            .map(|word| word.parse().ok())
            .collect::<Vec<Option<u64>>>()
    };
    let (line, shape) = lines.next()?;
    let wanted = if coordinates { 3 } else { 2 };
    let shape: Vec<u64> = whole(shape).into_iter().collect::<Option<_>>().unwrap_or_default();
    if shape.len() != wanted {
        return Some((line, format!("{wanted} whole numbers must say how large the matrix is")));
    }
    if lower && shape[0] != shape[1] {
        return Some((line, format!("a symmetric matrix of {} rows and {} columns", shape[0], shape[1])));
    }
    if !coordinates {
        return None;
    }
    let (mut last, mut entries) = (line, 0);
    for (line, entry) in lines {
        let place = whole(entry);
        let [Some(row), Some(column), ..] = place[..] else {
            return Some((line, format!("`{entry}` names no row and column")));
        };
        for (given, limit, [one, many]) in [(row, shape[0], ["row", "rows"]), (column, shape[1], ["column", "columns"])]
        {
            if given == 0 || given > limit {
                return Some((line, format!("{one} {given} of a matrix of {limit} {many}")));
            }
        }
        if lower && (column > row || (skew && column == row)) {
            return Some((
                line,
                format!("row {row}, column {column}, where a symmetric file has the lower triangle alone"),
            ));
        }
        (last, entries) = (line, entries + 1);
    }
    let off = entries != shape[2];
    off.then(|| (last, format!("the file ends with {entries} entries, and {} were promised", shape[2])))
}
