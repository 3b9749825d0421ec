//! The puzzles by part, in the order of teaching.

mod cards;
mod first_steps;
mod images;
mod linear_algebra;
mod number_puzzles;
mod primitives;
mod routing;
mod simulations;
mod stream_model;
mod work_groups;

use crate::Puzzle;
use gristmill::{Error, Result, nearest};

/// The puzzles of each part.
const PUZZLE_SETS: [&[Puzzle]; 9] = [
    first_steps::PUZZLES,
    stream_model::PUZZLES,
    work_groups::PUZZLES,
    primitives::PUZZLES,
    images::PUZZLES,
    linear_algebra::PUZZLES,
    number_puzzles::PUZZLES,
    simulations::PUZZLES,
    cards::PUZZLES,
];

/// Returns all puzzles, in the order of teaching.
///
/// ```
/// use gristmill_puzzles::{Puzzle, puzzles};
/// assert_eq!(puzzles().next().map(Puzzle::name), Some("left_neighbour"));
/// ```
pub fn puzzles() -> impl Iterator<Item = &'static Puzzle> {
    PUZZLE_SETS.iter().flat_map(|set| set.iter())
}

impl Puzzle {
    /// Returns the puzzle of that name.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name, if there is none.
    pub fn find(name: &str) -> Result<&'static Puzzle> {
        let found = puzzles().find(|puzzle| puzzle.name() == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = puzzles().map(Puzzle::name).collect();
            let next = match nearest(name, &names) {
                Some(near) => format!("did you mean {near}?"),
                None => "gristmill puzzle lists them".to_string(),
            };
            Error::data(format!("there is no puzzle {name}; {next}"))
        })
    }
}
