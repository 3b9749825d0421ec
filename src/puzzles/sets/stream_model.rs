//! Arrays in textures, ping-pong, pointers.

use crate::cases::{SIZES, floats};
use crate::file_set::file_set;
use crate::host::doublings;
use crate::{Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[Puzzle {
    title: "The running sum in passes",
    page: "ping_pong.md",
    dots: 2,
    files: file_set!("scan_pass", "frag", ["above", "no_guard", "doubled"]),
    cases: || floats(&SIZES),
    run: |host| host.passes::<f32>(doublings(host.input().size())),
    reference: |input| {
        let mut sum = 0.0;
        let sums = input.floats(0).into_iter().map(|number| {
            sum += number;
            sum
        });
        Numbers::Floats(sums.collect())
    },
    ..MODEL
}];

const MODEL: Puzzle = Puzzle { part: Part::StreamModel, ..Puzzle::PLAIN };
