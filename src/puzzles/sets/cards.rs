//! What a card of its time takes.

use crate::cases::{SIZES, floats, with};
use crate::file_set::file_set;
use crate::{Input, Numbers, Part, Puzzle};

pub(super) const PUZZLES: &[Puzzle] = &[Puzzle {
    title: "Make this fit the Radeon 9700",
    page: "cards.md",
    dots: 2,
    files: file_set!("fit_radeon_9700", "frag", ["new_words", "no_alpha"]),
    lists: &["x", "y"],
    cases: || with(doubling(), |input| Numbers::Floats(input.floats(0).into_iter().rev().collect())),
    run: |host| {
        let (x, y) = (host.stream::<f32>(0)?, host.stream::<f32>(1)?);
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
    ..CARD
}];

const CARD: Puzzle = Puzzle { part: Part::Cards, ..Puzzle::PLAIN };

/// Small whole numbers, which the card's 24 bits hold, and a factor.
fn doubling() -> Vec<Input> {
    floats(&SIZES[..8]).into_iter().map(|input| input.value(2.0)).collect()
}
