//! The parts of the book that have puzzles.

use serde::Serialize;
use std::fmt;

/// A part of the book.
///
/// ```
/// use gristmill_puzzles::Part;
/// assert_eq!(Part::ALL[0].to_string(), "First steps");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub enum Part {
    /// For readers of the first pages.
    FirstSteps,
    /// Arrays in textures, ping-pong, pointers.
    StreamModel,
    /// Shared memory and barriers.
    WorkGroups,
    /// Sums, scans, sorts, histograms.
    Primitives,
    /// Filters and tables of images.
    Images,
    /// Matrices and graphs.
    LinearAlgebra,
    /// Random numbers and long sums.
    Numbers,
    /// Cells, particles and their grids.
    Simulations,
    /// The limits of old cards.
    Cards,
}

impl Part {
    /// All parts, in order.
    pub const ALL: [Part; 9] = [
        Part::FirstSteps,
        Part::StreamModel,
        Part::WorkGroups,
        Part::Primitives,
        Part::Images,
        Part::LinearAlgebra,
        Part::Numbers,
        Part::Simulations,
        Part::Cards,
    ];
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Part::FirstSteps => "First steps",
            Part::StreamModel => "The stream model",
            Part::WorkGroups => "Work groups",
            Part::Primitives => "Primitives",
            Part::Images => "Images",
            Part::LinearAlgebra => "Matrices and graphs",
            Part::Numbers => "Numbers",
            Part::Simulations => "Simulations",
            Part::Cards => "The cards",
        })
    }
}
