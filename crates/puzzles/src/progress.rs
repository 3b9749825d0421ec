//! What a reader has solved.

use crate::{Puzzle, puzzles};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a reader has solved, and how many hints they have seen. Where it is kept is the program's affair.
///
/// ```
/// use gristmill_puzzles::{Progress, Puzzle};
/// let mut progress = Progress::default();
/// let puzzle = Puzzle::find("left_neighbour")?;
/// assert_eq!(progress.next().map(Puzzle::name), gristmill_puzzles::puzzles().next().map(Puzzle::name));
/// assert!(progress.next_hint(puzzle).is_some() && progress.next_hint(puzzle).is_some());
/// progress.solve(puzzle);
/// assert!(progress.has_solved(puzzle));
/// assert_eq!(Progress::of_json(&progress.json()), Some(progress));
/// assert_eq!(Progress::of_json("{"), None);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    solved: BTreeSet<String>,
    #[serde(default)]
    hints: BTreeMap<String, usize>,
}

impl Progress {
    /// What [`Progress::json`] wrote; none of what is damaged.
    pub fn of_json(text: &str) -> Option<Progress> {
        serde_json::from_str(text).ok()
    }

    /// As a file keeps it.
    pub fn json(&self) -> String {
        // Names and counts can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Whether that one is solved.
    pub fn has_solved(&self, puzzle: &Puzzle) -> bool {
        self.solved.contains(puzzle.name())
    }

    /// That one is solved; says whether it was not before.
    pub fn solve(&mut self, puzzle: &Puzzle) -> bool {
        self.solved.insert(puzzle.name().to_string())
    }

    /// How many of today's puzzles are solved.
    pub fn count(&self) -> usize {
        puzzles().filter(|puzzle| self.has_solved(puzzle)).count()
    }

    /// The first that is not solved.
    pub fn next(&self) -> Option<&'static Puzzle> {
        puzzles().find(|puzzle| !self.has_solved(puzzle))
    }

    /// The next hint for a puzzle, and its number from 1; after the last one the last one again.
    pub fn next_hint(&mut self, puzzle: &Puzzle) -> Option<(usize, &'static str)> {
        let hints: Vec<&str> = puzzle.files.hints().collect();
        let seen = self.hints.entry(puzzle.name().to_string()).or_default();
        *seen = (*seen + 1).min(hints.len());
        let number = *seen;
        hints.get(number.checked_sub(1)?).map(|hint| (number, *hint))
    }
}
