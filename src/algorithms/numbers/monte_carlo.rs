//! Monte Carlo: the price of a call as the mean of its gains in random futures.
//!
#![doc = table!()]
//!
//! No random word is ever written.
//!
//! Futures come from [`crate::random::philox`] by the inverse of the normal distribution, so every device simulates the
//! same ones; gains differ by the error of the exponential function there.
//!
//! Sources: Boyle, Options: A Monte Carlo Approach, 1977; Wichura, Algorithm AS 241: The Percentage Points of
//! the Normal Distribution, 1988; Podlozhnyuk and Harris, Monte Carlo Option Pricing, 2007 (on GPUs).
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::black_scholes::{Contract, Market};
//! use gristmill::algorithms::monte_carlo::{self, BOUND, Estimate};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (market, contract) =
//!     (Market { rate: 0.05, volatility: 0.2 }, Contract { spot: 100.0, strike: 100.0, years: 1.0 });
//! let (key, futures) = ([1, 0], 256);
//! let wanted: Estimate = monte_carlo::reference(&market, &contract, key, futures);
//! for estimate in [
//!     monte_carlo::fragment(&fragment, &market, &contract, key, futures)?,
//!     monte_carlo::fragment_blocked(&fragment, &market, &contract, key, futures)?,
//!     monte_carlo::compute(&compute, &market, &contract, key, futures)?,
//!     monte_carlo::compute_blocked(&compute, &market, &contract, key, futures)?,
//! ] {
//!     assert!((estimate.price - wanted.price).abs() <= 100.0 * BOUND); // a part of the spot
//! }
//! # Ok::<(), gristmill::Error>(())
//! ```

mod estimate;
mod trial;

use super::black_scholes::{Contract, Market};
use super::{Check, Trial, Workload};
use crate::algorithms::reduce::{self, Operation};
use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair, random};
use estimate::{Lognormal, estimate_price, normal_quantile};
use trial::trial;

pub use estimate::Estimate;

rungs! {
    "the price of an option as the mean of random futures", 1 << 20, trial;
    fragment: "four futures per fragment, then two reductions", "1 pass and the reductions", "Boyle 1977",
        by |device, workload| trial(device, workload, 1);
    fragment_blocked: "64 futures per fragment", "1 pass and the reductions, of 1/16 as many elements",
        "Podlozhnyuk and Harris 2007", by |device, workload| trial(device, workload, BLOCKED);
    compute: "four futures per invocation, then two reductions", "1 dispatch and the reductions", "Boyle 1977",
        by |device, workload| trial(device, workload, 1);
    compute_blocked: "64 futures per invocation", "1 dispatch and the reductions, of 1/16 as many elements",
        "Podlozhnyuk and Harris 2007", by |device, workload| trial(device, workload, BLOCKED);
}

const MONTE_CARLO: KernelSource = kernel_pair!("numbers/monte_carlo");

/// Blocks of four futures that an element of the blocked rungs simulates.
const BLOCKED: usize = 16;

/// Estimates the price of a call from `futures` simulated futures, rounded up to a multiple of four, in the device's era.
///
/// The same key yields the same futures, on every device.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::{black_scholes::{Contract, Market}, monte_carlo::monte_carlo}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let (market, contract) = (Market { rate: 0.05, volatility: 0.2 }, Contract { spot: 100.0, strike: 100.0, years: 1.0 });
/// let estimate = monte_carlo(&device, &market, &contract, [1, 0], 1 << 14)?;
/// assert!((estimate.price - 10.45).abs() < 4.0 * estimate.error); // 10.45 is what the formula says
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`Market::check`] and [`Contract::check`]; [`Error::Data`] for no futures, [`Error::Limit`] for more
/// than 2^32.
pub fn monte_carlo(
    device: &Device,
    market: &Market,
    contract: &Contract,
    key: [u32; 2],
    futures: usize,
) -> Result<Estimate> {
    match device.era() {
        Era::Fragment => fragment(device, market, contract, key, futures),
        Era::Compute => compute(device, market, contract, key, futures),
    }
}

// ANCHOR: reference
/// Simulates the same futures by a loop on the host, in `f64`.
pub fn reference(market: &Market, contract: &Contract, key: [u32; 2], futures: usize) -> Estimate {
    let blocks = futures.div_ceil(4);
    let [mut sum, mut squares] = [0.0; 2];
    for gain in (0..blocks as u32).flat_map(|block| block_gains(market, contract, key, block)) {
        sum += gain;
        squares += gain * gain;
    }
    estimate_price(market, contract, [sum, squares], blocks)
}

/// Computes the gains in the four futures of a block, relative to the spot.
fn block_gains(market: &Market, contract: &Contract, key: [u32; 2], block: u32) -> [f64; 4] {
    let Lognormal { drift, spread, strike, .. } = Lognormal::from_contract(market, contract);
    random::philox([block, 0, 0, 0], key).map(|word| {
        let chance = (f64::from(word >> 9) + 0.5) / f64::from(1 << 23);
        (libm::exp(drift + spread * normal_quantile(chance)) - strike).max(0.0)
    })
}
// ANCHOR_END: reference

/// Four futures per fragment, from the block of random words that it computes; then the sums are reduced.
///
/// # Errors
/// As [`monte_carlo`].
pub fn fragment(device: &Device, market: &Market, contract: &Contract, key: [u32; 2], n: usize) -> Result<Estimate> {
    Ok(simulate_futures(&device.with_era(Era::Fragment)?, market, contract, key, n, 1)?.estimate)
}

/// Four futures per invocation; then the sums are reduced.
///
/// # Errors
/// As [`monte_carlo`].
pub fn compute(device: &Device, market: &Market, contract: &Contract, key: [u32; 2], n: usize) -> Result<Estimate> {
    Ok(simulate_futures(&device.with_era(Era::Compute)?, market, contract, key, n, 1)?.estimate)
}

/// 64 futures per fragment: a sixteenth of the elements to write and to reduce.
///
/// # Errors
/// As [`monte_carlo`].
pub fn fragment_blocked(
    device: &Device,
    market: &Market,
    contract: &Contract,
    key: [u32; 2],
    n: usize,
) -> Result<Estimate> {
    Ok(simulate_futures(&device.with_era(Era::Fragment)?, market, contract, key, n, BLOCKED)?.estimate)
}

/// 64 futures per invocation.
///
/// # Errors
/// As [`monte_carlo`].
pub fn compute_blocked(
    device: &Device,
    market: &Market,
    contract: &Contract,
    key: [u32; 2],
    n: usize,
) -> Result<Estimate> {
    Ok(simulate_futures(&device.with_era(Era::Compute)?, market, contract, key, n, BLOCKED)?.estimate)
}

/// The sums of each element, and the estimate from all of them.
struct SimulatedFutures {
    sum: Stream<f32>,
    squares: Stream<f32>,
    estimate: Estimate,
}

fn simulate_futures(
    device: &Device,
    market: &Market,
    contract: &Contract,
    key: [u32; 2],
    futures: usize,
    blocks: usize,
) -> Result<SimulatedFutures> {
    market.check().and(contract.check())?;
    // ANCHOR: play
    let block_count = count_blocks(futures)?;
    let elements = block_count.div_ceil(blocks);
    let mut sum = device.empty(elements)?;
    let mut squares = device.empty(elements)?;
    let share = Lognormal::from_contract(market, contract);
    device
        .kernel(&MONTE_CARLO)?
        .call()
        .uniform("key", key)
        .uniform("strike", share.strike as f32)
        .uniform("drift", share.drift as f32)
        .uniform("spread", share.spread as f32)
        .uniform("blocks", blocks as i32)
        .uniform("block_count", block_count as i32)
        .output("sum", &mut sum)
        .output("squares", &mut squares)
        .run()?;
    let totals = [reduce::value(device, Operation::Sum, &sum)?, reduce::value(device, Operation::Sum, &squares)?];
    let estimate = estimate_price(market, contract, totals.map(f64::from), block_count);
    // ANCHOR_END: play
    Ok(SimulatedFutures { sum, squares, estimate })
}

/// Returns the number of blocks for `futures` futures.
fn count_blocks(futures: usize) -> Result<usize> {
    match futures {
        0 => Err(Error::data("the number of futures is 0; give at least one")),
        _ if futures as u128 > 1 << 32 => Err(Error::limit(
            "futures of a price by Monte Carlo",
            futures as u128,
            1 << 32,
            "use the mean of several keys",
        )),
        _ => Ok(futures.div_ceil(4)),
    }
}

/// Largest error of a gain, relative to the spot: 2^-16.
///
/// The exponential function turns an error of its argument into the same relative error of its result. The argument is
/// `drift + spread * quantile`: the quantile is off by some units of 2^-24 of its size, which is below 5.5. A gain of
/// many spots is off by as many times more, and is as many times less likely.
pub const BOUND: f64 = 1.0 / 65_536.0;
