//! Shared memory and barriers.

use crate::cases::{CASE_SIZES, float_inputs, picture_inputs, whole_inputs};
use crate::file_set::file_set;
use crate::{CountLimit, Host, Input, JudgedCounter, Number, Numbers, Part, Puzzle};
use gristmill::Result;

/// Lengths that fill whole groups of 64.
const GROUP_LENGTHS: [usize; 4] = [0, 64, 128, 320];

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "A group read backwards",
        page: "work_groups.md",
        files: file_set!("missing_barrier", "comp", ["memory_alone", "some_lanes", "same_order"]),
        cases: || {
            float_inputs(&GROUP_LENGTHS)
                .into_iter()
                .filter(|input| input.size() % 64 == 0)
                .collect()
        },
        allows: |input| input.size() % 64 == 0,
        reference: |input| {
            let source = input.floats(0);
            Numbers::Floats(source.chunks(64).flat_map(|group| group.iter().rev().copied()).collect())
        },
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "A tree of sums waits at each round",
        page: "primitives/reduce.md",
        dots: 2,
        files: file_set!("tree_sum", "comp", ["in_the_branch", "behind", "all_lanes"]),
        cases: || float_inputs(&CASE_SIZES[1..]),
        allows: |input| input.size() > 0,
        run: |host| sum_groups::<f32>(host, 64),
        reference: expected_group_sums,
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "Two waits per round",
        page: "primitives/scan.md",
        dots: 2,
        files: file_set!("scan_in_group", "comp", ["one_barrier", "some_lanes", "doubled"]),
        cases: || float_inputs(&CASE_SIZES),
        reference: |input| {
            Numbers::Floats(
                input
                    .floats(0)
                    .chunks(64)
                    .flat_map(|group: &[f32]| -> Vec<f32> {
                        (1..=group.len()).map(|end| group[..end].iter().sum()).collect()
                    })
                    .collect(),
            )
        },
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "A tree whose warps do not part",
        page: "work_groups.md",
        dots: 2,
        files: file_set!("tree_without_gaps", "comp", ["no_barrier", "mirrored"]),
        cases: || float_inputs(&CASE_SIZES[1..]),
        allows: |input| input.size() > 0,
        run: |host| sum_groups::<f32>(host, 64),
        reference: expected_group_sums,
        limits: &[CountLimit { counter: JudgedCounter::Divergent, most: |input| 8 * input.size().div_ceil(64) as u64 }],
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "Lanes that read side by side",
        page: "work_groups.md",
        dots: 2,
        files: file_set!("side_by_side", "comp", ["two_by_two", "overlapping"]),
        cases: || float_inputs(&CASE_SIZES[1..]),
        allows: |input| input.size() > 0,
        run: |host| sum_groups::<f32>(host, 256),
        reference: |input| Numbers::Floats(input.floats(0).chunks(256).map(|group| group.iter().sum()).collect()),
        limits: &[CountLimit {
            counter: JudgedCounter::Sectors,
            most: |input| (input.size().div_ceil(8) + 2 * input.size().div_ceil(256)) as u64,
        }],
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "Subgroups of any size",
        page: "subgroups.md",
        dots: 2,
        files: file_set!("any_subgroup", "comp", ["no_wait", "by_lane"]),
        cases: || whole_inputs(&CASE_SIZES[1..], 100),
        allows: |input| input.size() > 0,
        run: |host| sum_groups::<u32>(host, 64),
        reference: |input| Numbers::Whole(input.whole(0).chunks(64).map(|group| group.iter().sum()).collect()),
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "A tile without bank conflicts",
        page: "linear_algebra/transpose.md",
        dots: 3,
        files: file_set!("padded_tile", "comp", ["longer", "two_more", "no_wait"]),
        cases: || picture_inputs(&[[32, 32], [64, 32], [32, 96]]),
        allows: |_| false,
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let width = host.input().width;
            let height = host.input().size() / host.input().width;
            let mut result = host.result::<f32>([height, width])?;
            let call = host.call().uniform("width", width as i32).uniform("height", height as i32);
            let groups = [(width / 32) as u32, (height / 32) as u32, 1];
            call.gather("source", &source)
                .output("result", &mut result)
                .groups(groups)
                .run()?;
            host.read(&result)
        },
        reference: |input| {
            let source = input.floats(0);
            let width = input.width;
            let columns = (0..width).flat_map(|x| source.iter().skip(x).step_by(width).copied());
            Numbers::Floats(columns.collect())
        },
        limits: &[CountLimit { counter: JudgedCounter::BankConflicts, most: |_| 0 }],
        ..GROUP_TEMPLATE
    },
    Puzzle {
        title: "A scan of one dispatch",
        page: "primitives/scan.md",
        dots: 3,
        files: file_set!("one_dispatch", "comp", ["from_the_end", "every_lane"]),
        // Waiting groups take steps: with more of them a right answer would come near the step limit.
        cases: || whole_inputs(&[1, 2, 31, 64, 65, 150, 257], 9),
        allows: |input| input.size() > 0,
        run: |host| {
            let source = host.stream::<u32>(0)?;
            let mut result = host.result::<u32>(source.shape())?;
            let mut ticket = host.device().stream(&[0_u32])?;
            let mut totals = host.device().stream(&vec![0_u32; source.len().div_ceil(64)])?;
            let call = host.call().gather("source", &source).output("result", &mut result);
            let call = call.update("ticket", &mut ticket).update("totals", &mut totals);
            call.groups([source.len().div_ceil(64) as u32, 1, 1]).run()?;
            host.read(&result)
        },
        reference: |input| {
            let mut sum = 0;
            let sums = input.whole(0).into_iter().map(|number| {
                sum += number;
                sum
            });
            Numbers::Whole(sums.collect())
        },
        ..GROUP_TEMPLATE
    },
];

const GROUP_TEMPLATE: Puzzle = Puzzle { part: Part::WorkGroups, ..Puzzle::TEMPLATE };

/// Runs one group for every `elements` elements, with one result per group.
fn sum_groups<T: Number>(host: &Host<'_>, elements: usize) -> Result<Numbers> {
    let source = host.stream::<T>(0)?;
    let groups = source.len().div_ceil(elements);
    let mut result = host.result::<T>(groups)?;
    let call = host.call().gather("source", &source).output("result", &mut result);
    call.groups([groups as u32, 1, 1]).run()?;
    host.read(&result)
}

fn expected_group_sums(input: &Input) -> Numbers {
    Numbers::Floats(input.floats(0).chunks(64).map(|group| group.iter().sum()).collect())
}
