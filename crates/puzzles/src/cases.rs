//! Inputs of most puzzles: sizes that end inside a group and a row, and edge cases.

use crate::{Input, Numbers};
use gristmill::random::word;

/// Sizes: none, one, powers of two and those next to them, primes, and almost two groups of 256.
pub(crate) const CASE_SIZES: [usize; 10] = [0, 1, 2, 3, 8, 31, 64, 65, 257, 509];
/// The length of the edge cases.
const EDGE_LENGTH: usize = 37;

/// Returns random numbers from 0 to below a bound.
pub(crate) fn random_numbers(size: usize, below: u32) -> Vec<u32> {
    (0..size as u32).map(|at| word(7, at, 0) % below).collect()
}

/// Returns inputs of whole numbers below a bound: of every size, and edge cases that are all equal, ascending and
/// descending.
pub(crate) fn whole_inputs(sizes: &[usize], below: u32) -> Vec<Input> {
    let list = |what, numbers| Input::new(what, Numbers::Whole(numbers));
    let most = below - 1;
    let plain = sizes.iter().map(|&size| list("random numbers", random_numbers(size, below)));
    let rising: Vec<u32> = (0..EDGE_LENGTH as u32).map(|at| at.min(most)).collect();
    let edges = [
        list("all equal", vec![most; EDGE_LENGTH]),
        list("all 0", vec![0; EDGE_LENGTH]),
        list("ascending", rising.clone()),
        list("descending", rising.into_iter().rev().collect()),
    ];
    plain.chain(edges).collect()
}

/// Returns inputs of floats that are whole, so that their sums are exact: of every size, and edge cases that are
/// negative or all equal.
pub(crate) fn float_inputs(sizes: &[usize]) -> Vec<Input> {
    let list = |what, numbers: Vec<f32>| Input::new(what, Numbers::Floats(numbers));
    let plain = |size| random_numbers(size, 9).into_iter().map(|number| number as f32).collect();
    let sized = sizes.iter().map(|&size| list("random numbers", plain(size)));
    let edges = [
        list("all equal", vec![4.0; EDGE_LENGTH]),
        list("negative", (0..EDGE_LENGTH).map(|at| -1.0 - (at % 7) as f32).collect()),
        list("ascending", (0..EDGE_LENGTH).map(|at| at as f32).collect()),
        list("descending", (0..EDGE_LENGTH).map(|at| (EDGE_LENGTH - at) as f32).collect()),
    ];
    sized.chain(edges).collect()
}

/// Returns inputs of pictures of floats, of these widths and heights.
pub(crate) fn picture_inputs(sizes: &[[usize; 2]]) -> Vec<Input> {
    let picture = |&[width, height]: &[usize; 2]| {
        let numbers = random_numbers(width * height, 9)
            .into_iter()
            .map(|number| number as f32)
            .collect();
        Input::new("random numbers", Numbers::Floats(numbers)).wide(width)
    };
    sizes.iter().map(picture).collect()
}

/// Returns true if the input has complete rows, as a picture does.
pub(crate) fn has_whole_rows(input: &Input) -> bool {
    input.width > 0 && input.size().is_multiple_of(input.width)
}

/// Adds to each input a second list, computed from the input.
pub(crate) fn with_second_list(inputs: Vec<Input>, second: fn(&Input) -> Numbers) -> Vec<Input> {
    let both = |input: Input| {
        let list = second(&input);
        input.and(list)
    };
    inputs.into_iter().map(both).collect()
}
