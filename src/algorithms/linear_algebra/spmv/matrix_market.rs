//! Matrix Market files: Boisvert, Pozo and Remington, The Matrix Market Exchange Formats, NISTIR 5935, 1996.

use super::SparseMatrix;
use crate::{Error, Result};

impl SparseMatrix {
    /// Reads the matrix of a Matrix Market file: real, integer or pattern (whose entries are 1), in coordinates or as
    /// an array; general, symmetric or skew-symmetric. Entries of one place are summed.
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
    /// [`Error::Data`] with the line that does not follow the format, and as [`SparseMatrix::new`].
    pub fn from_market(text: &str) -> Result<SparseMatrix> {
        // Blank lines are allowed anywhere.
        let lines = text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty());
        let mut lines = lines.map(|(line, number)| MarketLine { number, words: line.split_whitespace().collect() });
        let first = lines.next().unwrap_or(MarketLine { number: 1, words: vec![] });
        let header = Header::parse(&first)?;
        let mut lines = lines.skip_while(|line| line.words[0].starts_with('%'));
        let size = lines
            .next()
            .unwrap_or_else(|| MarketLine { number: text.lines().count() + 1, words: vec![] });
        let (shape, promised) = header.parse_size(&size)?;

        let mut entries = vec![];
        let mut count = 0;
        let mut last = size.number;
        let mut place = header.column_start(0);
        for line in lines {
            (count, last) = (count + 1, line.number);
            if header.array && count > promised {
                continue; // past the last place
            }
            let (row, column, value) = header.parse_entry(&line, shape, place)?;
            entries.push((row, column, value));
            match header.symmetry {
                Symmetry::Symmetric if row != column => entries.push((column, row, value)),
                Symmetry::Skew => entries.push((column, row, -value)),
                _ => {}
            }
            if header.array {
                place = if row + 1 < shape.0 { (row + 1, column) } else { header.column_start(column + 1) };
            }
        }
        if count != promised {
            return Err(line_error(last, format!("expected {promised} entries, found {count}")));
        }
        SparseMatrix::new(shape.0, shape.1, entries)
    }
}

/// A line of the file that is not blank, and its number.
struct MarketLine<'a> {
    number: usize,
    words: Vec<&'a str>,
}

/// The format that the first line declares.
struct Header {
    array: bool,
    values: ValueKind,
    symmetry: Symmetry,
}

#[derive(Clone, Copy, PartialEq)]
enum ValueKind {
    Real,
    Integer,
    /// No value: an entry is 1.
    Pattern,
}

#[derive(Clone, Copy, PartialEq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

impl Header {
    fn parse(line: &MarketLine) -> Result<Header> {
        let lower: Vec<String> = line.words.iter().map(|word| word.to_lowercase()).collect();
        let ["%%matrixmarket", "matrix", form, values, symmetry] =
            lower.iter().map(String::as_str).collect::<Vec<_>>()[..]
        else {
            return Err(line_error(line.number, format!("`{}` does not begin a matrix", line.words.join(" "))));
        };
        let array = match form {
            "array" => true,
            "coordinate" => false,
            _ => return Err(line_error(line.number, format!("`{form}` is neither array nor coordinate"))),
        };
        let symmetry = match symmetry {
            "general" => Symmetry::General,
            "symmetric" => Symmetry::Symmetric,
            "skew-symmetric" => Symmetry::Skew,
            _ => {
                let what = format!("`{symmetry}` is none of general, symmetric and skew-symmetric");
                return Err(line_error(line.number, what));
            }
        };
        let values = match values {
            "real" => ValueKind::Real,
            "integer" => ValueKind::Integer,
            "pattern" if array || symmetry == Symmetry::Skew => {
                return Err(line_error(
                    line.number,
                    "a pattern, which has no values, is an array or skew-symmetric".into(),
                ));
            }
            "pattern" => ValueKind::Pattern,
            "complex" => {
                return Err(Error::data(format!(
                    "Matrix Market line {}: entries are complex; give the real and the imaginary part as two matrices",
                    line.number
                )));
            }
            _ => return Err(line_error(line.number, format!("`{values}` is none of real, integer and pattern"))),
        };
        Ok(Header { array, values, symmetry })
    }

    /// Reads the rows and columns, and the count of entries that follow.
    fn parse_size(&self, line: &MarketLine) -> Result<((usize, usize), u128)> {
        let wanted = if self.array { 2 } else { 3 };
        let numbers: Option<Vec<u128>> = line.words.iter().map(|word| parse_whole(word)).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() == wanted) else {
            return Err(line_error(line.number, format!("expected {wanted} whole numbers for the size of the matrix")));
        };
        let rows = to_size(0, &numbers, line)?;
        let columns = to_size(1, &numbers, line)?;
        if self.symmetry != Symmetry::General && rows != columns {
            return Err(line_error(line.number, format!("a symmetric matrix of {rows} rows and {columns} columns")));
        }
        let high = rows as u128;
        let wide = columns as u128;
        let entries = match self.symmetry {
            _ if !self.array => to_size(2, &numbers, line)? as u128,
            Symmetry::General => high * wide,
            Symmetry::Symmetric => high * (high + 1) / 2,
            Symmetry::Skew => high * high.saturating_sub(1) / 2,
        };
        Ok(((rows, columns), entries))
    }

    /// Returns the first place of an array's column: of a symmetric one only the lower triangle is stored.
    fn column_start(&self, column: usize) -> (usize, usize) {
        match self.symmetry {
            Symmetry::General => (0, column),
            Symmetry::Symmetric => (column, column),
            Symmetry::Skew => (column + 1, column),
        }
    }

    /// Reads the row and the column, counted from 0, and the value of a line; in an array the place is `place`.
    fn parse_entry(
        &self,
        line: &MarketLine,
        (rows, columns): (usize, usize),
        place: (usize, usize),
    ) -> Result<(usize, usize, f64)> {
        let text = line.words.join(" ");
        let ((row, column), value) = match line.words[..] {
            ref value if self.array => (place, value),
            [row, column, ref value @ ..] if parse_whole(row).is_some() && parse_whole(column).is_some() => (
                (
                    parse_index(["row", "rows"], row, rows, line)?,
                    parse_index(["column", "columns"], column, columns, line)?,
                ),
                value,
            ),
            _ => return Err(line_error(line.number, format!("`{text}` names no row and column"))),
        };
        let upper = match self.symmetry {
            Symmetry::General => false,
            Symmetry::Symmetric => column > row,
            Symmetry::Skew => column >= row,
        };
        if upper {
            let row = row + 1;
            let column = column + 1;
            let what = format!("row {row}, column {column}, where a symmetric file has only the lower triangle");
            return Err(line_error(line.number, what));
        }
        let number = match (self.values, value) {
            (ValueKind::Pattern, []) => Some(1.0),
            (ValueKind::Real | ValueKind::Integer, []) => {
                return Err(line_error(line.number, format!("`{text}` gives no value")));
            }
            (ValueKind::Integer, [value]) if parse_whole(value.trim_start_matches(['+', '-'])).is_none() => {
                return Err(line_error(
                    line.number,
                    format!("`{value}` is not an integer, as the first line declares"),
                ));
            }
            (ValueKind::Real | ValueKind::Integer, [value]) => value.parse().ok(),
            _ => None,
        };
        let number =
            number.ok_or_else(|| line_error(line.number, format!("`{text}` does not match the declared format")))?;
        Ok((row, column, number))
    }
}

fn to_size(at: usize, numbers: &[u128], line: &MarketLine) -> Result<usize> {
    let number = usize::try_from(numbers[at]);
    number.map_err(|_| line_error(line.number, format!("{} is larger than any matrix", line.words[at])))
}

/// Parses a row or column from 1 on, and returns it from 0 on.
fn parse_index([one, many]: [&str; 2], given: &str, limit: usize, line: &MarketLine) -> Result<usize> {
    let at = parse_whole(given).and_then(|given| usize::try_from(given).ok()?.checked_sub(1));
    at.filter(|at| *at < limit)
        .ok_or_else(|| line_error(line.number, format!("{one} {given} of a matrix of {limit} {many}")))
}

/// Reads a whole number of digits; the maximum for any larger one.
fn parse_whole(word: &str) -> Option<u128> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u128::MAX))
}

fn line_error(line: usize, what: String) -> Error {
    let form = if line == 1 {
        "`%%MatrixMarket matrix coordinate real general`"
    } else {
        "`rows columns entries` first, then `row column value`, counted from 1"
    };
    Error::data(format!("Matrix Market line {line}: {what}; fix the line, whose form is {form}"))
}
