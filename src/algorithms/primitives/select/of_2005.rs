//! Guesses compared in the kernel, by a kernel of GLSL 1.10.

use super::super::in_rows;
use super::super::sort::SealedKey;
use super::{check_rank, reference};
use crate::algorithms::{Check, Trial, Workload, lost_bits};
use crate::{Device, Era, KernelSource, Result, Stream, fragment_kernel, random};

const OF_2005: KernelSource = fragment_kernel!("primitives/select_2005");

/// 2^-62: floats of 24 bits have no smaller numbers but 0.
const LEAST: f32 = 1.0 / (1_u64 << 62) as f32;

/// Bit by bit, by a kernel of GLSL 1.10 for any card that calculates in floats: a fragment is discarded if its key does
/// not reach the guess, and an occlusion query counts the others. Waits for the result.
///
/// Keys are no NaN, and finite if the card has no infinity. Zeros of either sign are equal, and so is what lies between
/// -2^-62 and 2^-62: the result is then 0. An emulator that plays a card guesses no bits that its floats lack: 25
/// passes on a Radeon 9700 for 32.
///
/// Source: Govindaraju, Lloyd, Wang, Lin and Manocha, Fast Computation of Database Operations Using Graphics
/// Processors, SIGMOD 2004 (KthLargest).
///
/// # Errors
/// As [`super::select`].
pub fn fragment_2005(device: &Device, keys: &Stream<f32>, k: usize) -> Result<f32> {
    let device = device.with_era(Era::Fragment)?;
    check_rank(keys, k)?;
    in_rows("select", "keys", keys)?;
    let kernel = device.kernel(&OF_2005)?;
    let mut drawn = device.empty::<f32>(keys.shape())?;
    let mut query = device.query()?;
    let lost = lost_bits(&device);
    // ANCHOR: bits
    let mut code = 0;
    for bit in (lost..u32::BITS).rev() {
        let guess = code | (1 << bit);
        let number = decode_number(guess, lost);
        let below_all = number.is_nan() && number.is_sign_negative();
        if !below_all {
            kernel
                .call()
                .uniform("guess", number)
                .input("keys", keys)
                .output("gl_FragColor", &mut drawn)
                .count(&mut query)
                .run()?;
        }
        if below_all || query.fragments()? as usize >= k {
            code = guess;
        }
    }
    // ANCHOR_END: bits
    let found = decode_number(code, lost);
    Ok(if found.abs() < LEAST { 0.0 } else { found })
}

/// Decodes a number whose code is as the sort orders them, without the lowest bits of its mantissa.
fn decode_number(code: u32, lost: u32) -> f32 {
    f32::from_bits(<f32 as SealedKey>::from_code(code).to_bits() >> lost << lost)
}

/// Tries quarters of either sign, many of them equal; every card represents all of them exactly. The rank is that of
/// the other rungs' trial.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let n = workload.size.max(1);
    let keys: Vec<f32> = (0..n as u32)
        .map(|i| ((random::word(workload.seed, i, 0) >> 16) as f32 - 32_768.0) / 4.0)
        .collect();
    let k = if n.is_multiple_of(2) { 1 + random::word(workload.seed, 0, 1) as usize % n } else { n };
    let wanted = reference(&keys, k).unwrap_or_default();
    let keys = device.stream(&keys)?;
    let device = device.clone();
    let trial =
        Trial::new(move || fragment_2005(&device, &keys, k), move |result| Ok(Check::exact(&[*result], &[wanted])));
    Ok(trial.sized(n))
}
