//! The compute era with lanes that never wait for long: each draws a new number when it has finished one.

use super::PlaneView;
use crate::{Device, Era, KernelSource, Result, Stream, compute_kernel};

const REFILLED: KernelSource = compute_kernel!("numbers/mandelbrot_refilled");

/// Rounds of a turn of mandelbrot_refilled.comp, and numbers that a lane draws if none escapes.
const ROUNDS_PER_TURN: usize = 8;
const NUMBERS_PER_LANE: usize = 16;

/// Turns of all loops per turn of the outer one: its own, one per round, and the one that ends the inner loop.
const TURNS_PER_TURN: usize = ROUNDS_PER_TURN + 2;

/// Turns of all loops of a lane, at most; llvmpipe ends an invocation after 65,535.
const TURNS_OF_ALL_LOOPS: usize = 65_000;

/// Lanes that draw a new number as soon as they have finished one.
///
/// # Errors
/// As [`super::mandelbrot()`].
pub fn compute_refilled(device: &Device, view: &PlaneView) -> Result<Stream<u32>> {
    let device = device.with_era(Era::Compute)?;
    view.check()?;
    let mut result = device.empty(view.size)?;
    let each = turns_per_number(view.rounds);
    let turns = lane_turns(view.rounds);
    // A lane draws until it has run `turns`, so all lanes have drawn their last number only when all numbers are done.
    let lanes = (result.len() * each).div_ceil(turns);
    let mut ticket = device.stream(&[0_u32])?;
    let kernel = device.kernel(&REFILLED)?;
    view.set_uniforms(kernel.call())
        .uniform("most", view.rounds as i32)
        .uniform("turns", turns as i32)
        .uniform("width", view.size[0] as i32)
        .update("ticket", &mut ticket)
        .output("result", &mut result)
        .elements(lanes)
        .run()?;
    Ok(result)
}

/// Turns of the outer loop for the rounds of one number and its end.
fn turns_per_number(rounds: u32) -> usize {
    (rounds as usize + 1).div_ceil(ROUNDS_PER_TURN)
}

/// Turns of the outer loop after which a lane draws no more: few enough that the turns of the last number fit as well.
fn lane_turns(rounds: u32) -> usize {
    let each = turns_per_number(rounds);
    let most = (TURNS_OF_ALL_LOOPS / TURNS_PER_TURN) - each;
    most.min(NUMBERS_PER_LANE * each)
}

/// Largest number of turns of all loops of a lane: it draws its last number before `lane_turns`, and finishes it.
pub(super) fn loop_turns(rounds: u32) -> usize {
    (lane_turns(rounds) + turns_per_number(rounds)) * TURNS_PER_TURN + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithms::mandelbrot::MOST_ROUNDS;

    #[test]
    fn no_lane_has_more_turns_than_llvmpipe_runs() {
        for rounds in [0, 1, 7, 8, 128, 25_599, 26_000, MOST_ROUNDS - 1, MOST_ROUNDS] {
            assert!(lane_turns(rounds) > 0 && loop_turns(rounds) <= 65_535, "{rounds}: {}", loop_turns(rounds));
        }
    }
}
