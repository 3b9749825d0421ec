//! Mutants that compute the same.

mod graphs;
mod images;
mod linear_algebra;
mod numbers;
mod primitives;
mod simulations;
mod streams;
mod structures;

/// A file, a piece of the line as it is then, and why it computes the same.
pub(super) type Harmless = (&'static str, &'static str, &'static str);

/// All of them, part by part of the book.
pub(super) fn all() -> impl Iterator<Item = &'static Harmless> {
    let parts = [
        streams::LIST,
        images::LIST,
        primitives::LIST,
        linear_algebra::LIST,
        graphs::LIST,
        numbers::LIST,
        structures::LIST,
        simulations::LIST,
    ];
    parts.into_iter().flatten()
}

/// What says that a mutant of that file, whose line is `now` this, is harmless.
pub(super) fn of(file: &str, now: &str) -> Option<&'static Harmless> {
    all().find(|(name, piece, _)| *name == file && now.contains(piece))
}
