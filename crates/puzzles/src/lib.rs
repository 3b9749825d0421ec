//! The puzzles of the book: kernels with a hole, and a judge that runs an answer on the emulator.
//!
//! The judge tries edge cases, several orders of groups and warps, and warps of several widths. An answer that is right
//! by luck is refused: one with a race, with a barrier that not all lanes reach, with an access out of bounds, with too
//! many reads, or too new for its card.
//!
//! ```
//! use gristmill_puzzles::{Puzzle, judge};
//! let puzzle = Puzzle::find("left_neighbour")?;
//! assert!(judge(puzzle, puzzle.files.solution).is_right());
//! let verdict = judge(puzzle, puzzle.files.start);
//! assert_eq!(verdict.reason(), "wrong");
//! println!("{verdict}"); // the smallest input that shows it, what is wanted and what is given
//! # Ok::<(), gristmill::Error>(())
//! ```
//!
//! This crate uses no files and no terminal: `gristmill puzzle` has both.
#![warn(missing_debug_implementations, missing_docs)]

mod answer_judge;
mod answer_text;
mod book_part;
mod cases;
mod file_set;
mod host;
mod input;
mod numbers;
mod progress;
mod puzzle;
mod sets;
mod shrinking;
mod verdict;
mod verdict_text;

#[cfg(test)]
mod tests;

pub use answer_judge::judge;
pub use book_part::Part;
pub use file_set::{FileSet, NearSolution};
pub use host::Host;
pub use input::Input;
pub use numbers::{Number, Numbers};
pub use progress::{PackProgress, Progress};
pub use puzzle::{CountLimit, JudgedCounter, Puzzle};
pub use sets::puzzles;
pub use verdict::{Mistake, Verdict};
