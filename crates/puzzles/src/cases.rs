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
    let most = below - 1;
    let plain = sizes
        .iter()
        .map(|&size| build_whole_input("random numbers", random_numbers(size, below)));
    let rising: Vec<u32> = (0..EDGE_LENGTH as u32).map(|at| at.min(most)).collect();
    let edges = [
        build_whole_input("all equal", vec![most; EDGE_LENGTH]),
        build_whole_input("all 0", vec![0; EDGE_LENGTH]),
        build_whole_input("ascending", rising.clone()),
        build_whole_input("descending", rising.into_iter().rev().collect()),
    ];
    plain.chain(edges).collect()
}

pub(crate) fn build_whole_input(what: &'static str, numbers: Vec<u32>) -> Input {
    Input::new(what, Numbers::Whole(numbers))
}

/// Returns inputs of floats that are whole, so that their sums are exact: of every size, and edge cases that are
/// negative or all equal.
pub(crate) fn float_inputs(sizes: &[usize]) -> Vec<Input> {
    let sized = sizes.iter().map(|&size| {
        build_float_input("random numbers", random_numbers(size, 9).into_iter().map(|number| number as f32).collect())
    });
    let edges = [
        build_float_input("all equal", vec![4.0; EDGE_LENGTH]),
        build_float_input("negative", (0..EDGE_LENGTH).map(|at| -1.0 - (at % 7) as f32).collect()),
        build_float_input("ascending", (0..EDGE_LENGTH).map(|at| at as f32).collect()),
        build_float_input("descending", (0..EDGE_LENGTH).map(|at| (EDGE_LENGTH - at) as f32).collect()),
    ];
    sized.chain(edges).collect()
}

fn build_float_input(what: &'static str, numbers: Vec<f32>) -> Input {
    Input::new(what, Numbers::Floats(numbers))
}

/// Returns inputs of pictures of floats, of these widths and heights.
pub(crate) fn picture_inputs(sizes: &[[usize; 2]]) -> Vec<Input> {
    sizes
        .iter()
        .map(|&[width, height]: &[usize; 2]| {
            let numbers = random_numbers(width * height, 9)
                .into_iter()
                .map(|number| number as f32)
                .collect();
            Input::new("random numbers", Numbers::Floats(numbers)).wide(width)
        })
        .collect()
}

/// Returns true if the input has complete rows, as a picture does.
pub(crate) fn has_whole_rows(input: &Input) -> bool {
    input.width > 0 && input.size().is_multiple_of(input.width)
}

/// Adds to each input a second list, computed from the input.
pub(crate) fn with_second_list(inputs: Vec<Input>, second: fn(&Input) -> Numbers) -> Vec<Input> {
    inputs
        .into_iter()
        .map(|input: Input| {
            let list = second(&input);
            input.and(list)
        })
        .collect()
}

/// Returns the number at an index, or the last one after the end.
pub(crate) fn read_clamped(list: &[f32], at: usize) -> f32 {
    list[at.min(list.len() - 1)]
}
