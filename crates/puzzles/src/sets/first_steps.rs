//! Puzzles for readers of the first pages.

use crate::cases::{CASE_SIZES, float_inputs, read_clamped, whole_inputs, with_second_list};
use crate::file_set::file_set;
use crate::{Input, Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "Read the left neighbour",
        page: "stream_model.md",
        files: file_set!("left_neighbour", "frag", ["itself", "outside"]),
        cases: || float_inputs(&CASE_SIZES),
        reference: |input| {
            let source = input.floats(0);
            Numbers::Floats((0..source.len()).map(|i| if i > 0 { source[i - 1] } else { 0.0 }).collect())
        },
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "Lanes without an element",
        page: "stream_model.md",
        files: file_set!("bounds_guard", "comp", ["one_more", "one_less"]),
        cases: || float_inputs(&CASE_SIZES),
        reference: |input| Numbers::Floats(input.floats(0).iter().map(|number| 2.0 * number).collect()),
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "A list read backwards",
        page: "streams/gather.md",
        files: file_set!("reversed", "frag", ["from_the_end", "of_the_row", "padding"]),
        cases: || float_inputs(&CASE_SIZES),
        reference: |input| Numbers::Floats(input.floats(0).into_iter().rev().collect()),
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "Three numbers added, and the ends",
        page: "stream_model.md",
        files: file_set!("sum_of_three", "comp", ["one_end", "zeros"]),
        cases: || float_inputs(&CASE_SIZES),
        reference: |input| {
            let source = input.floats(0);
            Numbers::Floats(
                (0..source.len())
                    .map(|i: usize| {
                        read_clamped(&source, i.saturating_sub(1))
                            + read_clamped(&source, i)
                            + read_clamped(&source, i + 1)
                    })
                    .collect(),
            )
        },
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "A list wrapped in a texture",
        page: "arrays_in_textures.md",
        dots: 2,
        files: file_set!("row_and_column", "frag", ["swapped", "height"]),
        cases: || float_inputs(&CASE_SIZES),
        reference: |input| {
            let source = input.floats(0);
            Numbers::Floats((0..source.len()).map(|i| source.get(i + 3).copied().unwrap_or(0.0)).collect())
        },
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "The larger of two, and NaN",
        page: "stream_types.md",
        files: file_set!("larger_of_two", "frag", ["first_alone", "half"]),
        lists: &["x", "y"],
        cases: || {
            with_nan(with_second_list(float_inputs(&CASE_SIZES), |input| {
                Numbers::Floats(input.floats(0).into_iter().rev().collect())
            }))
        },
        run: |host| {
            let x = host.stream::<f32>(0)?;
            let y = host.stream::<f32>(1)?;
            let mut result = host.result::<f32>(x.shape())?;
            host.call().input("x", &x).input("y", &y).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let pairs = input.floats(0).into_iter().zip(input.floats(1));
            Numbers::Floats(pairs.map(|(x, y)| x.max(y)).collect())
        },
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "A sum in place: the first race",
        page: "races.md",
        files: file_set!("in_place", "comp", ["barrier", "outside"]),
        cases: || float_inputs(&CASE_SIZES),
        run: |host| {
            let mut source = host.stream::<f32>(0)?;
            let mut result = host.result::<f32>(source.shape())?;
            host.call().update("source", &mut source).output("result", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let source = input.floats(0);
            Numbers::Floats(
                (0..source.len())
                    .map(|i| source[i] + source.get(i + 1).copied().unwrap_or(0.0))
                    .collect(),
            )
        },
        ..FIRST_TEMPLATE
    },
    Puzzle {
        title: "Many lanes count in one place",
        page: "races.md",
        files: file_set!("count_large", "comp", ["exchange", "sum"]),
        cases: || whole_inputs(&CASE_SIZES[1..], 9),
        allows: |input| input.size() > 0,
        run: |host| {
            let source = host.stream::<u32>(0)?;
            let mut count = host.device().stream(&[0_u32])?;
            let call = host.call().elements(source.len());
            call.gather("source", &source).update("count", &mut count).run()?;
            host.read(&count)
        },
        reference: |input| {
            Numbers::Whole(vec![input.whole(0).into_iter().filter(|&number| number >= 5).count() as u32])
        },
        ..FIRST_TEMPLATE
    },
];

const FIRST_TEMPLATE: Puzzle = Puzzle { part: Part::FirstSteps, ..Puzzle::TEMPLATE };

/// Adds to each input a second one, in which both lists contain NaN.
fn with_nan(inputs: Vec<Input>) -> Vec<Input> {
    inputs
        .into_iter()
        .flat_map(|input: Input| {
            let x = punch_holes(input.floats(0), 3);
            let y = punch_holes(input.floats(1), 4);
            [input, Input::new("some are NaN", x).and(y)]
        })
        .collect()
}

fn punch_holes(numbers: Vec<f32>, every: usize) -> Numbers {
    Numbers::Floats(
        numbers
            .into_iter()
            .enumerate()
            .map(|(at, number)| if at % every == 0 { f32::NAN } else { number })
            .collect(),
    )
}
