//! The puzzles, part by part, in the order in which they teach.

mod cards;
mod first_steps;
mod primitives;
mod stream_model;
mod work_groups;

use crate::Puzzle;

/// Each part's.
const SETS: [&[Puzzle]; 5] =
    [first_steps::PUZZLES, stream_model::PUZZLES, work_groups::PUZZLES, primitives::PUZZLES, cards::PUZZLES];

/// All puzzles, the easier first within a part.
///
/// ```
/// use gristmill_puzzles::{Puzzle, puzzles};
/// assert_eq!(puzzles().next().map(Puzzle::name), Some("left_neighbour"));
/// ```
pub fn puzzles() -> impl Iterator<Item = &'static Puzzle> {
    SETS.iter().flat_map(|set| set.iter())
}
