//! The numbers of a kernel's results: written to files, printed, and as JSON.

use crate::output_files::{ensure_writable, save_file, save_picture};
use crate::terminal::number_format::format_count;
use crate::terminal::replace_controls;
use gristmill::check::{Report, ResultArray, ResultNumber};
use gristmill::{Error, Result};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A result of up to this many numbers is in JSON as a whole.
const MOST_IN_JSON: usize = 256;
/// The numbers in JSON of a longer result, and those printed where no range is given.
const FIRST_NUMBERS: usize = 16;

/// The results that a user asks for by `--out` and `--print`.
#[derive(Default)]
pub struct WantedResults {
    files: Vec<(String, PathBuf, FileFormat)>,
    printed: Vec<PrintedRange>,
}

/// The format of a file of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FileFormat {
    Numpy,
    Picture,
    Csv,
}

/// A result, and its items to print.
#[derive(Debug, PartialEq, Eq)]
struct PrintedRange {
    name: String,
    /// The first item and the end, if given.
    range: Option<(usize, usize)>,
}

impl WantedResults {
    /// Reads the options, and checks that the files can be written.
    ///
    /// # Errors
    /// [`Error::Data`] explains the mistake.
    pub fn from_options(out: &[String], print: &[String]) -> Result<WantedResults> {
        let mut wanted = WantedResults::default();
        for option in out {
            let Some((name, path)) = option
                .split_once('=')
                .filter(|(name, path)| !name.is_empty() && !path.is_empty())
            else {
                return Err(Error::data(format!("--out {option}: write it as --out Result=FILE.npy, .png or .csv")));
            };
            let path = PathBuf::from(path);
            let format = FileFormat::from_path(&path)?;
            ensure_writable(&path)?;
            wanted.files.push((name.to_string(), path, format));
        }
        for option in print {
            wanted.printed.push(PrintedRange::parse_option(option)?);
        }
        Ok(wanted)
    }

    /// Returns true if nothing is asked for.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty() && self.printed.is_empty()
    }

    /// Writes the files of a report, and returns the lines to print.
    ///
    /// # Errors
    /// [`Error::Name`] for a name that the kernel cannot write, and the errors of files.
    pub fn save_results(&self, report: &Report) -> Result<Vec<String>> {
        for (name, path, format) in &self.files {
            let array = report.array(name)?;
            match format {
                FileFormat::Numpy => save_file(path, array.to_npy()?)?,
                FileFormat::Csv => save_file(path, array.to_csv())?,
                FileFormat::Picture => save_picture(path, &array.to_picture()?)?,
            }
        }
        self.printed
            .iter()
            .map(|printed| printed.format_items(&report.array(&printed.name)?))
            .collect()
    }
}

impl FileFormat {
    fn from_path(path: &Path) -> Result<FileFormat> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("");
        match ending.to_ascii_lowercase().as_str() {
            "npy" => Ok(FileFormat::Numpy),
            "png" => Ok(FileFormat::Picture),
            "csv" => Ok(FileFormat::Csv),
            _ => Err(Error::data(format!(
                "expected a file ending in .npy, .png or .csv for --out, found {}; rename it",
                path.display()
            ))),
        }
    }
}

impl PrintedRange {
    /// Parses `NAME` or `NAME[0..8]`.
    fn parse_option(option: &str) -> Result<PrintedRange> {
        let refuse = || Error::data(format!("--print {option}: write it as --print Result or --print Result[0..8]"));
        let inside = option.strip_suffix(']').and_then(|rest| rest.rsplit_once('['));
        let (name, range) = match inside.filter(|(_, inside)| inside.contains("..")) {
            Some((name, inside)) => {
                let (first, end) = inside.split_once("..").ok_or_else(refuse)?;
                let first: usize = first.trim().parse().map_err(|_| refuse())?;
                let end: usize = end.trim().parse().map_err(|_| refuse())?;
                (name, Some((first, end)))
            }
            None => (option, None),
        };
        if name.is_empty() || range.is_some_and(|(first, end)| first >= end) {
            return Err(refuse());
        }
        Ok(PrintedRange { name: name.to_string(), range })
    }

    /// Formats the items of a result: `Result[0..3] = 1, 2, 3`, vectors in brackets.
    fn format_items(&self, array: &ResultArray) -> Result<String> {
        let item = match array.size() {
            Some(_) => array.shape().get(2),
            None => array.shape().get(1),
        };
        let item = item.copied().unwrap_or(1).max(1);
        let items = array.numbers().len() / item;
        let (first, end) = self.range.unwrap_or((0, items.min(FIRST_NUMBERS)));
        if end > items {
            return Err(Error::data(format!(
                "--print {}[{first}..{end}]: it has {} items; end at {items}",
                self.name,
                format_count(items)
            )));
        }
        let shown = array.numbers().chunks(item).skip(first).take(end - first);
        let shown: Vec<String> = shown.map(format_item).collect();
        let more = if end < items && self.range.is_none() {
            format!(", .. {} in all", format_count(items))
        } else {
            String::new()
        };
        Ok(replace_controls(&format!("{}[{first}..{end}] = {}{more}", self.name, shown.join(", "))))
    }
}

fn format_item(numbers: &[ResultNumber]) -> String {
    match numbers {
        [one] => one.to_string(),
        many => format!("({})", many.iter().map(ResultNumber::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns the results of a report as JSON: all numbers of a short one, and the first of a long one.
pub fn results_to_json(report: &Report) -> Value {
    let results = report.first_numbers(MOST_IN_JSON + 1).map(|(array, count)| {
        let shown = if count > MOST_IN_JSON { FIRST_NUMBERS } else { count };
        let numbers: Vec<Value> = array.numbers().iter().take(shown).map(number_to_json).collect();
        json!({"name": array.name(), "count": count, "numbers": numbers})
    });
    results.collect()
}

/// Returns a number as JSON; infinities and NaN, which JSON lacks, are texts.
fn number_to_json(number: &ResultNumber) -> Value {
    match *number {
        ResultNumber::I32(number) => json!(number),
        ResultNumber::U32(number) => json!(number),
        ResultNumber::I64(number) => json!(number),
        ResultNumber::U64(number) => json!(number),
        ResultNumber::F32(number) if number.is_finite() => json!(number),
        ResultNumber::F64(number) if number.is_finite() => json!(number),
        other => json!(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_behind_a_name() {
        let parse = |option: &str| PrintedRange::parse_option(option).map_err(|error| error.to_string());
        let range = |name: &str, range| PrintedRange { name: name.to_string(), range };
        assert_eq!(parse("Result"), Ok(range("Result", None)));
        assert_eq!(parse("Result[0..8]"), Ok(range("Result", Some((0, 8)))));
        assert_eq!(parse("lights[2].colour"), Ok(range("lights[2].colour", None)));
        assert_eq!(parse("lights[2]"), Ok(range("lights[2]", None)));
        for wrong in ["", "[0..8]", "Result[8..8]", "Result[x..8]", "Result[0..]"] {
            assert!(parse(wrong).unwrap_err().contains("write it as --print Result"), "{wrong}");
        }
    }
}
