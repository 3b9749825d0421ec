//! Random numbers and long sums.

use crate::cases::{CASE_SIZES, build_whole_input, random_numbers, with_second_list};
use crate::file_set::file_set;
use crate::{Input, Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "A random float below one",
        page: "numbers/random.md",
        files: file_set!("random_below_one", "frag", ["larger", "cut", "a_bit_less"]),
        lists: &["bits"],
        cases: word_inputs,
        run: |host| {
            let source = host.stream::<u32>(0)?;
            let mut result = host.result::<f32>(source.shape())?;
            host.call().gather("source", &source).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            Numbers::Floats(
                input
                    .whole(0)
                    .into_iter()
                    .map(|bits: u32| (bits >> 8) as f32 / 16_777_216.0)
                    .collect(),
            )
        },
        ..NUMBER_TEMPLATE
    },
    Puzzle {
        title: "The middle, without the sum",
        page: "numbers/paranoia.md",
        files: file_set!("middle_of_two", "comp", ["halves", "difference"]),
        lists: &["a", "b"],
        cases: || with_second_list(word_inputs(), |input| Numbers::Whole(input.whole(0).into_iter().rev().collect())),
        run: |host| {
            let a = host.stream::<u32>(0)?;
            let b = host.stream::<u32>(1)?;
            let mut result = host.result::<u32>(a.shape())?;
            host.call()
                .gather("a", &a)
                .gather("b", &b)
                .output("result", &mut result)
                .run()?;
            host.read(&result)
        },
        reference: |input| {
            Numbers::Whole(
                input
                    .whole(0)
                    .into_iter()
                    .zip(input.whole(1))
                    .map(|(a, b): (u32, u32)| ((u64::from(a) + u64::from(b)) / 2) as u32)
                    .collect(),
            )
        },
        ..NUMBER_TEMPLATE
    },
    Puzzle {
        title: "A sum that keeps what rounding loses",
        page: "numbers/double_single.md",
        dots: 3,
        files: file_set!("compensated_sum", "comp", ["sign", "forgets"]),
        cases: long_sum_inputs,
        allows: |input| input.size() > 0,
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let mut result = host.result::<f32>(1)?;
            let call = host.call().gather("source", &source).output("result", &mut result);
            call.groups([1, 1, 1]).run()?;
            host.read(&result)
        },
        reference: |input| Numbers::Floats(vec![input.floats(0).into_iter().map(f64::from).sum::<f64>() as f32]),
        // One unit of the 24 bits.
        tolerance: 1.2e-7,
        ..NUMBER_TEMPLATE
    },
];

const NUMBER_TEMPLATE: Puzzle = Puzzle { part: Part::Numbers, ..Puzzle::TEMPLATE };

/// Returns inputs of words of all 32 bits, and edge cases.
fn word_inputs() -> Vec<Input> {
    let sized = CASE_SIZES
        .iter()
        .map(|&size| build_whole_input("random numbers", random_numbers(size, u32::MAX)));
    let edges = vec![0, 1, 255, 256, 257, 1 << 31, 3 << 30, u32::MAX - 255, u32::MAX - 1, u32::MAX, 7];
    sized
        .chain([build_whole_input("at the edge", edges), build_whole_input("the largest", vec![u32::MAX; 3])])
        .collect()
}

/// Returns inputs of a large number and many small ones.
fn long_sum_inputs() -> Vec<Input> {
    vec![
        repeat_small("one number", 3.0, 0.0, 0),
        repeat_small("small numbers", 0.5, 0.25, 36),
        repeat_small("a large one first", 16_777_216.0, 1.0, 100),
        repeat_small("a large negative one first", -16_777_216.0, -1.0, 101),
        repeat_small("fractions", 1000.0, 0.000_01, 500),
    ]
}

fn repeat_small(what: &'static str, large: f32, small: f32, count: usize) -> Input {
    Input::new(what, Numbers::Floats([vec![large], vec![small; count]].concat()))
}
