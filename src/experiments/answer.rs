//! What a machine answered: tables, charts, and what was wrong.

use crate::algorithms::Curve;
use serde::Serialize;

/// What a machine answered.
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
    /// The same as pictures.
    pub charts: Vec<Chart>,
    /// What is to be said of them that no table says: that a clock is too coarse, that a part was left out and why.
    pub notes: Vec<String>,
    /// What came out wrong; nothing, if all is well.
    pub wrong: Vec<String>,
}

impl Answer {
    /// Notes what is wrong where something does not hold.
    pub fn hold(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.wrong.push(otherwise());
        }
    }
}

/// A table of what was measured or counted.
///
/// ```
/// use gristmill::experiments::{Datum, Tabulation};
/// let mut table = Tabulation::new("squares", &["number", "square"]);
/// table.row([Datum::Count(3), Datum::Count(9)]);
/// assert_eq!(table.rows.len(), 1);
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct Tabulation {
    /// What it shows.
    pub title: String,
    /// What stands in each column.
    pub columns: Vec<String>,
    /// The rows, each as long as there are columns.
    pub rows: Vec<Vec<Datum>>,
}

impl Tabulation {
    /// A table without rows.
    pub fn new(title: impl Into<String>, columns: &[&str]) -> Tabulation {
        let columns = columns.iter().map(|column| column.to_string()).collect();
        Tabulation { title: title.into(), columns, rows: Vec::new() }
    }

    /// One row more.
    pub fn row(&mut self, row: impl IntoIterator<Item = Datum>) {
        self.rows.push(row.into_iter().collect());
    }
}

/// A cell of a table, which says how it is written.
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
    /// So many.
    Count(u64),
    /// Bytes.
    Bytes(u64),
    /// Seconds; none where the clock is too coarse to tell.
    Seconds(Option<f64>),
    /// Any other number.
    Number(f64),
}

impl From<&str> for Datum {
    fn from(words: &str) -> Datum {
        Datum::Words(words.to_string())
    }
}

/// How an axis goes.
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

/// Curves in one drawing.
///
/// ```
/// use gristmill::experiments::{Chart, Scale};
/// let chart = Chart { title: "nothing".into(), curves: vec![], across: Scale::Log2, up: Scale::Linear };
/// assert!(chart.curves.is_empty());
/// ```
#[derive(Debug, Clone)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// The curves, all of the same two quantities.
    pub curves: Vec<Curve>,
    /// How the numbers from left to right go.
    pub across: Scale,
    /// How the numbers upwards go.
    pub up: Scale,
}
