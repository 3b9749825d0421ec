//! Trial of a rung: the sums of each element are compared with those of the reference, and so is the estimate.

use super::{BOUND, Check, Trial, Workload, block_gains, reference, simulate_futures};
use crate::algorithms::black_scholes::{Contract, Market};
use crate::{Device, Result};

const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };
const CONTRACT: Contract = Contract { spot: 1.0, strike: 1.1, years: 1.0 };

pub(super) fn trial(device: &Device, workload: &Workload, blocks: usize) -> Result<Trial> {
    let key = [workload.seed, 45];
    let futures = workload.size.max(1);
    let wanted = reference(&MARKET, &CONTRACT, key, futures);
    let each = (0..futures.div_ceil(4) as u32)
        .map(|block| block_gains(&MARKET, &CONTRACT, key, block))
        .collect::<Vec<_>>();
    let sum = sum_blocks(|gain| gain, &each, blocks);
    let squares = sum_blocks(|gain| gain * gain, &each, blocks);
    let device = device.clone();
    let trial = Trial::new(
        move || simulate_futures(&device, &MARKET, &CONTRACT, key, futures, blocks),
        move |played| {
            // Squares of gains, which are below 4, may be off by eight times as much.
            let bound = 4.0 * blocks as f64 * BOUND;
            let checks = [
                Check::within(&played.sum.read()?, &sum, bound),
                Check::within(&played.squares.read()?, &squares, 8.0 * bound),
                Check::within(&[played.estimate.price as f32], &[wanted.price as f32], BOUND),
                Check::within(&[played.estimate.error as f32], &[wanted.error as f32], 8.0 * BOUND),
            ];
            // Errors relative to what is allowed, so that one number covers all four.
            let worst = checks.iter().map(|check| check.error / check.bound).fold(0.0, f64::max);
            Ok(Check::new(played.estimate.futures, worst * BOUND, BOUND))
        },
    );
    Ok(trial.sized(4 * each.len()))
}

fn sum_blocks(number: fn(f64) -> f64, each: &[[f64; 4]], blocks: usize) -> Vec<f32> {
    each.chunks(blocks)
        .map(|some: &[[f64; 4]]| some.iter().flatten().map(|gain| number(*gain)).sum::<f64>() as f32)
        .collect()
}
