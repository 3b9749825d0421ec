//! The progress of a reader.

use crate::{Puzzle, puzzles};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The puzzles that a reader has solved, and the number of hints seen. The program decides where it is stored.
///
/// ```
/// use gristmill_puzzles::{Progress, Puzzle};
/// let mut progress = Progress::default();
/// let puzzle = Puzzle::find("left_neighbour")?;
/// assert_eq!(progress.next().map(Puzzle::name), gristmill_puzzles::puzzles().next().map(Puzzle::name));
/// assert!(progress.next_hint(puzzle).is_some() && progress.next_hint(puzzle).is_some());
/// progress.mark_solved(puzzle);
/// assert!(progress.has_solved(puzzle));
/// assert_eq!(Progress::of_json(&progress.json()), Some(progress));
/// assert_eq!(Progress::of_json("{"), None);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// The progress in the puzzles of the book.
    #[serde(flatten)]
    own: PackProgress,
    /// The progress in course packs, by their titles.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    packs: BTreeMap<String, PackProgress>,
}

/// The tasks of one pack that a reader has solved, and the number of hints seen.
///
/// ```
/// use gristmill_puzzles::{PackProgress, Progress};
/// let mut progress = Progress::default();
/// let pack: &mut PackProgress = progress.open_pack("Week 1");
/// assert!(pack.mark_solved("vector_add") && pack.has_solved("vector_add"));
/// assert_eq!([pack.count_hint("halo", 2), pack.count_hint("halo", 2), pack.count_hint("halo", 2)], [1, 2, 2]);
/// assert!(!progress.open_pack("Week 2").has_solved("vector_add"));
/// assert_eq!(Progress::of_json(&progress.json()), Some(progress));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackProgress {
    solved: BTreeSet<String>,
    #[serde(default)]
    hints: BTreeMap<String, usize>,
}

impl PackProgress {
    /// Returns true if the task is solved.
    pub fn has_solved(&self, task: &str) -> bool {
        self.solved.contains(task)
    }

    /// Marks a task as solved; returns true if it was not solved before.
    pub fn mark_solved(&mut self, task: &str) -> bool {
        self.solved.insert(task.to_string())
    }

    /// Counts one more hint of a task as seen, and returns its number from 1; after the last one, the last one again.
    pub fn count_hint(&mut self, task: &str, hints: usize) -> usize {
        let seen = self.hints.entry(task.to_string()).or_default();
        *seen = (*seen + 1).min(hints);
        *seen
    }
}

impl Progress {
    /// Parses the text of [`Progress::json`]; `None` if it is damaged.
    pub fn of_json(text: &str) -> Option<Progress> {
        serde_json::from_str(text).ok()
    }

    /// Returns the text for a file.
    pub fn json(&self) -> String {
        // Names and counts can always be written.
        serde_json::to_string_pretty(self).unwrap_or_default()
    }

    /// Returns true if the puzzle is solved.
    pub fn has_solved(&self, puzzle: &Puzzle) -> bool {
        self.own.has_solved(puzzle.name())
    }

    /// Marks a puzzle as solved; returns true if it was not solved before.
    pub fn mark_solved(&mut self, puzzle: &Puzzle) -> bool {
        self.own.mark_solved(puzzle.name())
    }

    /// Returns the progress in the course pack of that title.
    pub fn open_pack(&mut self, title: &str) -> &mut PackProgress {
        self.packs.entry(title.to_string()).or_default()
    }

    /// Returns the number of today's puzzles that are solved.
    pub fn count(&self) -> usize {
        puzzles().filter(|puzzle| self.has_solved(puzzle)).count()
    }

    /// Returns the first puzzle that is not solved.
    pub fn next(&self) -> Option<&'static Puzzle> {
        puzzles().find(|puzzle| !self.has_solved(puzzle))
    }

    /// Returns the next hint for a puzzle, and its number from 1; after the last one, the last one again.
    pub fn next_hint(&mut self, puzzle: &Puzzle) -> Option<(usize, &'static str)> {
        let hints: Vec<&str> = puzzle.files.hints().collect();
        let number = self.own.count_hint(puzzle.name(), hints.len());
        hints.get(number.checked_sub(1)?).map(|hint| (number, *hint))
    }
}
