//! A device's answer to an experiment: tables, charts, and errors.

use crate::algorithms::Curve;
use serde::Serialize;

/// A device's answer to an experiment.
///
/// ```
/// use gristmill::experiments::Answer;
/// let mut answer = Answer::default();
/// answer.hold(1 + 1 == 2, || "sums are wrong".into());
/// assert!(answer.wrong.is_empty());
/// ```
#[derive(Debug, Default, Clone)]
pub struct Answer {
    /// The numbers, in the order of the page.
    pub tables: Vec<Tabulation>,
    /// The same numbers as pictures.
    pub charts: Vec<Chart>,
    /// Remarks that no table contains: that a clock is too coarse, that a part was left out and why.
    pub notes: Vec<String>,
    /// Wrong results; empty if all is well.
    pub wrong: Vec<String>,
}

impl Answer {
    /// Notes an error if `holds` is false.
    pub fn hold(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(otherwise());
        }
    }
}

/// A table of measurements or counts.
///
/// ```
/// use gristmill::experiments::{Datum, Tabulation};
/// let mut table = Tabulation::new("squares", &["number", "square"]);
/// table.row([Datum::Count(3), Datum::Count(9)]);
/// assert_eq!(table.rows.len(), 1);
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct Tabulation {
    /// The title.
    pub title: String,
    /// The heading of each column.
    pub columns: Vec<String>,
    /// The rows, each with one cell per column.
    pub rows: Vec<Vec<Datum>>,
}

impl Tabulation {
    /// Creates a table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Tabulation {
        let columns = columns.iter().map(|column| column.to_string()).collect();
        Tabulation { title: title.into(), columns, rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, row: impl IntoIterator<Item = Datum>) {
        self.rows.push(row.into_iter().collect());
    }
}

/// A cell of a table, with its kind of value.
///
/// ```
/// use gristmill::experiments::Datum;
/// assert_eq!(Datum::from("plain"), Datum::Words("plain".into()));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Datum {
    /// Words.
    Words(String),
    /// A number of things.
    Count(u64),
    /// Bytes.
    Bytes(u64),
    /// Seconds; `None` if the clock is too coarse.
    Seconds(Option<f64>),
    /// Any other number.
    Number(f64),
}

impl From<&str> for Datum {
    fn from(words: &str) -> Datum {
        Datum::Words(words.to_string())
    }
}

/// The scale of an axis.
///
/// ```
/// assert_ne!(gristmill::experiments::Scale::Linear, gristmill::experiments::Scale::Log2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scale {
    /// From zero on, in equal steps.
    Linear,
    /// By doublings.
    Log2,
    /// By powers of ten.
    Log10,
}

/// Several curves in one chart.
///
/// ```
/// use gristmill::experiments::{Chart, Scale};
/// let chart = Chart { title: "nothing".into(), curves: vec![], across: Scale::Log2, up: Scale::Linear };
/// assert!(chart.curves.is_empty());
/// ```
#[derive(Debug, Clone)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The curves, all of the same two quantities.
    pub curves: Vec<Curve>,
    /// The scale from left to right.
    pub across: Scale,
    /// The scale upwards.
    pub up: Scale,
}
