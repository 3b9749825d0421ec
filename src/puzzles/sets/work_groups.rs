//! Shared memory and barriers.

use crate::cases::floats;
use crate::file_set::file_set;
use crate::{Numbers, Part, Puzzle};

/// Whole groups of 64.
const GROUPS: [usize; 4] = [0, 64, 128, 320];

pub(super) const PUZZLES: &[Puzzle] = &[Puzzle {
    title: "A group read backwards",
    page: "work_groups.md",
    files: file_set!("missing_barrier", "comp", ["memory_alone", "some_lanes", "same_order"]),
    cases: || floats(&GROUPS).into_iter().filter(|input| input.size() % 64 == 0).collect(),
    allows: |input| input.size() % 64 == 0,
    reference: |input| {
        let source = input.floats(0);
        Numbers::Floats(source.chunks(64).flat_map(|group| group.iter().rev().copied()).collect())
    },
    ..GROUP
}];

const GROUP: Puzzle = Puzzle { part: Part::WorkGroups, ..Puzzle::PLAIN };
