//! Sums, scans, sorts, histograms.

use crate::cases::{SIZES, whole};
use crate::file_set::file_set;
use crate::{CountLimit, Counted, Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[Puzzle {
    title: "A histogram that counts near by",
    page: "primitives/histogram.md",
    dots: 2,
    files: file_set!("histogram_shared", "comp", ["not_zero", "one_barrier", "early_end", "far_memory"]),
    cases: || whole(&SIZES[1..], 8),
    allows: |input| input.size() > 0,
    run: |host| {
        let source = host.stream::<u32>(0)?;
        let mut result = host.device().stream(&[0_u32; 8])?;
        let call = host.call().elements(source.len());
        call.gather("source", &source).update("result", &mut result).run()?;
        host.read(&result)
    },
    reference: |input| {
        let mut bins = vec![0; 8];
        input.whole(0).into_iter().for_each(|number| bins[number as usize] += 1);
        Numbers::Whole(bins)
    },
    limits: &[CountLimit { counted: Counted::Atomics, most: |input| 3 * input.size().div_ceil(64) as u64 }],
    ..PRIMITIVE
}];

const PRIMITIVE: Puzzle = Puzzle { part: Part::Primitives, ..Puzzle::PLAIN };
