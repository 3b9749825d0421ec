//! The pictures of the tour: for every algorithm, what it makes of a photograph, a mesh, a scan or a scene.
//!
//! The verdicts run on made-up numbers, at the edges and at many sizes; nobody can see anything in those. A showpiece
//! runs the same public function in each era on something that one recognises, and draws what came out.

mod canvas;
mod compare_eras;
mod graphs;
mod images;
mod inputs;
mod linear_algebra;
mod numbers;
mod primitives;
mod simulations;
mod streams;
mod structures;

pub use compare_eras::{EraPictures, Likeness, run_showpiece};
use gristmill::{Device, Result};
use image::RgbaImage;

/// The picture of an algorithm.
pub struct Showpiece {
    /// The algorithm's name.
    pub name: &'static str,
    /// The picture's input.
    pub input: &'static str,
    /// The content of the picture, in a sentence or two.
    pub caption: &'static str,
    /// Runs the algorithm in the device's era and draws the result: one picture, or the frames of a film.
    pub draw: fn(&Device) -> Result<Vec<RgbaImage>>,
}

/// Finds the showpiece of an algorithm.
pub fn find_showpiece(name: &str) -> Option<&'static Showpiece> {
    all_showpieces().find(|piece| piece.name == name)
}

fn all_showpieces() -> impl Iterator<Item = &'static Showpiece> {
    let parts: [&[Showpiece]; 8] = [
        streams::PIECES,
        images::PIECES,
        primitives::PIECES,
        linear_algebra::PIECES,
        graphs::PIECES,
        numbers::PIECES,
        structures::PIECES,
        simulations::PIECES,
    ];
    parts.into_iter().flatten()
}

#[cfg(test)]
mod tests;
