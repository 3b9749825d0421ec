//! Puzzles on the limits of old cards.

use crate::cases::{CASE_SIZES, float_inputs, has_whole_rows, picture_inputs, read_clamped, with_second_list};
use crate::file_set::file_set;
use crate::{Input, Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        title: "Odd numbers on a GeForce 6800",
        page: "cards.md",
        files: file_set!("odd_in_2004", "frag", ["half", "not_floored"]),
        cases: || {
            float_inputs(&CASE_SIZES[..8])
                .into_iter()
                .filter(|input| input.what != "negative")
                .collect()
        },
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let mut result = host.result::<f32>(source.shape())?;
            host.call().input("source", &source).output("gl_FragColor", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| Numbers::Floats(input.floats(0).into_iter().map(|number| number % 2.0).collect()),
        card: Some("geforce-6800"),
        ..CARD_TEMPLATE
    },
    Puzzle {
        title: "Make this fit the Radeon 9700",
        page: "cards.md",
        dots: 2,
        files: file_set!("fit_radeon_9700", "frag", ["new_words", "no_alpha"]),
        lists: &["x", "y"],
        cases: || {
            with_second_list(doubling_inputs(), |input| Numbers::Floats(input.floats(0).into_iter().rev().collect()))
        },
        run: |host| {
            let x = host.stream::<f32>(0)?;
            let y = host.stream::<f32>(1)?;
            let mut result = host.result::<f32>(x.shape())?;
            let call = host.call().uniform("alpha", host.input().value);
            call.input("x", &x).input("y", &y).output("gl_FragColor", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            let pairs = input.floats(0).into_iter().zip(input.floats(1));
            Numbers::Floats(pairs.map(|(x, y)| input.value * x + y).collect())
        },
        card: Some("radeon-9700"),
        ..CARD_TEMPLATE
    },
    Puzzle {
        title: "No loops in 2002",
        page: "cards.md",
        dots: 2,
        files: file_set!("no_loops_in_2002", "frag", ["until", "upwards"]),
        cases: || picture_inputs(&[[1, 1], [2, 2], [4, 2], [8, 3], [16, 5]]),
        allows: has_whole_rows,
        run: |host| {
            let source = host.stream::<f32>(0)?;
            let mut result = host.result::<f32>(source.shape())?;
            let call = host.call().uniform("texel", 1.0 / host.input().width as f32);
            let call = call.uniform("reach", 1.0);
            call.gather("source", &source).output("gl_FragColor", &mut result).run()?;
            host.read(&result)
        },
        reference: |input| {
            Numbers::Floats(
                input
                    .floats(0)
                    .chunks(input.width)
                    .flat_map(|row: &[f32]| -> Vec<f32> {
                        (0..row.len())
                            .map(|x| {
                                read_clamped(row, x.saturating_sub(1)) + read_clamped(row, x) + read_clamped(row, x + 1)
                            })
                            .collect()
                    })
                    .collect(),
            )
        },
        card: Some("radeon-9700"),
        ..CARD_TEMPLATE
    },
];

const CARD_TEMPLATE: Puzzle = Puzzle { part: Part::Cards, ..Puzzle::TEMPLATE };

/// Returns inputs of small whole numbers, exact in the card's 24 bits, and a factor.
fn doubling_inputs() -> Vec<Input> {
    float_inputs(&CASE_SIZES[..8])
        .into_iter()
        .map(|input| input.value(2.0))
        .collect()
}
