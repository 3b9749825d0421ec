//! Monte Carlo: the price of a call as the mean of its gains in futures made up by chance.
//!
//! | era | method | passes | random words written |
//! |---|---|---|---|
//! | fragment | four futures a fragment, then two reductions | 1 and the reductions | 0 |
//! | fragment, blocked | 64 futures a fragment | the same, of 1/16 as many | 0 |
//! | compute | four futures an invocation, then two reductions | 1 and the reductions | 0 |
//! | compute, blocked | 64 futures an invocation | the same, of 1/16 as many | 0 |
//!
//! Futures come from [`crate::random::philox`] by the inverse of the normal distribution, so that each machine plays the same ones; gains differ
//! by what the exponential function is off there.
//!
//! Sources: Boyle, Options: A Monte Carlo Approach, 1977; Wichura, Algorithm AS 241: The Percentage Points of the Normal Distribution, 1988;
//! Podlozhnyuk and Harris, Monte Carlo Option Pricing, 2007 (on GPUs).

use super::black_scholes::{Contract, Market, NORMAL};
use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::algorithms::reduce::{self, Operation};
use crate::{Device, Era, Error, KernelSource, Result, Stream, kernel_pair, random};

const MONTE_CARLO: KernelSource = kernel_pair!("numbers/monte_carlo");
const FUTURES: &str = include_str!("../../../kernel_includes/monte_carlo.glsl");

/// Blocks of four futures that an element of the blocked rungs plays.
const BLOCKED: usize = 16;

/// A price found by chance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean of the gains, discounted.
    pub price: f64,
    /// Its standard deviation: it is off by less than this two times out of three, and by less than four times this practically always.
    pub error: f64,
    /// The futures played.
    pub futures: usize,
}

/// The price of a call by that many futures, rounded up to fours, in the device's era.
///
/// The same key gives the same futures, on every machine.
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
/// As [`Market::check`] and [`Contract::check`]; [`Error::Data`] for no futures, [`Error::Limit`] for more than 2^32.
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
/// The same futures by a loop, in `f64`.
pub fn reference(market: &Market, contract: &Contract, key: [u32; 2], futures: usize) -> Estimate {
    let blocks = futures.div_ceil(4);
    let [mut sum, mut squares] = [0.0; 2];
    for gain in (0..blocks as u32).flat_map(|block| gains(market, contract, key, block)) {
        sum += gain;
        squares += gain * gain;
    }
    estimate(market, contract, [sum, squares], blocks)
}

fn gains(market: &Market, contract: &Contract, key: [u32; 2], block: u32) -> [f64; 4] {
    let [rate, volatility, years] = [market.rate, market.volatility, contract.years].map(f64::from);
    let (drift, spread) = ((rate - volatility * volatility / 2.0) * years, volatility * years.sqrt());
    random::philox([block, 0, 0, 0], key).map(|word| {
        let chance = (f64::from(word >> 9) + 0.5) / f64::from(1 << 23);
        let spot = f64::from(contract.spot) * (drift + spread * quantile(chance)).exp();
        (spot - f64::from(contract.strike)).max(0.0)
    })
}

/// The x below which this share of a normal distribution lies: the formula of the kernels, in `f64`.
fn quantile(share: f64) -> f64 {
    let centred = share - 0.5;
    let polynomial = |numbers: [f64; 4], r: f64| numbers.iter().rev().fold(0.0, |sum, number| sum * r + number);
    if centred.abs() <= 0.425 {
        let r = 0.180625 - centred * centred;
        return centred * polynomial([3.3871327179, 50.434271938, 159.29113202, 59.109374720], r)
            / polynomial([1.0, 17.895169469, 78.757757664, 67.187563600], r);
    }
    let r = (-share.min(1.0 - share).ln()).sqrt() - 1.6;
    let size = polynomial([1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103], r)
        / polynomial([1.0, 0.73700164250, 0.12021132975, 0.0], r);
    size.copysign(centred)
}

/// What the sums of the gains and of their squares say.
fn estimate(market: &Market, contract: &Contract, [sum, squares]: [f64; 2], blocks: usize) -> Estimate {
    let futures = 4.0 * blocks as f64;
    let discount = (-f64::from(market.rate) * f64::from(contract.years)).exp();
    let mean = sum / futures;
    let variance = (squares / futures - mean * mean).max(0.0) * futures / (futures - 1.0);
    Estimate { price: discount * mean, error: discount * (variance / futures).sqrt(), futures: 4 * blocks }
}
// ANCHOR_END: reference

/// Four futures a fragment, which makes a block of random words for them; then the sums are reduced.
///
/// # Errors
/// As [`monte_carlo`].
pub fn fragment(device: &Device, market: &Market, contract: &Contract, key: [u32; 2], n: usize) -> Result<Estimate> {
    Ok(play(&device.with_era(Era::Fragment)?, market, contract, key, n, 1)?.estimate)
}

/// Four futures an invocation; then the sums are reduced.
///
/// # Errors
/// As [`monte_carlo`].
pub fn compute(device: &Device, market: &Market, contract: &Contract, key: [u32; 2], n: usize) -> Result<Estimate> {
    Ok(play(&device.with_era(Era::Compute)?, market, contract, key, n, 1)?.estimate)
}

/// 64 futures a fragment: a sixteenth as much to write and to reduce.
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
    Ok(play(&device.with_era(Era::Fragment)?, market, contract, key, n, BLOCKED)?.estimate)
}

/// 64 futures an invocation.
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
    Ok(play(&device.with_era(Era::Compute)?, market, contract, key, n, BLOCKED)?.estimate)
}

/// The sums of each element, and what they say together.
struct Played {
    sum: Stream<f32>,
    squares: Stream<f32>,
    estimate: Estimate,
}

// ANCHOR: play
fn play(
    device: &Device,
    market: &Market,
    contract: &Contract,
    key: [u32; 2],
    futures: usize,
    blocks: usize,
) -> Result<Played> {
    market.check().and(contract.check())?;
    let block_count = count_blocks(futures)?;
    let elements = block_count.div_ceil(blocks);
    let (mut sum, mut squares) = (device.empty(elements)?, device.empty(elements)?);
    let (volatility, years) = (market.volatility, contract.years);
    let kernel = device.kernel(&MONTE_CARLO.include("monte_carlo.glsl", FUTURES).include("normal.glsl", NORMAL))?;
    let call = kernel
        .call()
        .uniform("key", key)
        .uniform("spot", contract.spot)
        .uniform("strike", contract.strike);
    let call = call.uniform("drift", (market.rate - 0.5 * volatility * volatility) * years);
    let call = call.uniform("spread", volatility * years.sqrt());
    let call = call.uniform("blocks", blocks as i32).uniform("block_count", block_count as i32);
    call.output("sum", &mut sum).output("squares", &mut squares).run()?;

    let totals = [reduce::value(device, Operation::Sum, &sum)?, reduce::value(device, Operation::Sum, &squares)?];
    let estimate = estimate(market, contract, totals.map(f64::from), block_count);
    Ok(Played { sum, squares, estimate })
}
// ANCHOR_END: play

/// Blocks for so many futures.
fn count_blocks(futures: usize) -> Result<usize> {
    match futures {
        0 => Err(Error::data("no futures have no mean; play at least one")),
        _ if futures as u128 > 1 << 32 => Err(Error::limit(
            "futures of a price by Monte Carlo",
            futures as u128,
            1 << 32,
            "take the mean of several keys",
        )),
        _ => Ok(futures.div_ceil(4)),
    }
}

/// How far a gain may be off, for each unit of the spot: 2^-16.
///
/// The exponential function turns what its argument is off into the same part of its result. The argument is `drift + spread * quantile`: the
/// quantile is off by some units of 2^-24 of its size, which is below 5.5, and no result is more than a few spots.
pub const BOUND: f64 = 1.0 / 65_536.0;

const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };
const CONTRACT: Contract = Contract { spot: 1.0, strike: 1.1, years: 1.0 };

fn trial(device: &Device, workload: &Workload, blocks: usize) -> Result<Trial> {
    let (key, futures) = ([workload.seed, 45], workload.size.max(1));
    let wanted = reference(&MARKET, &CONTRACT, key, futures);
    let each = (0..futures.div_ceil(4) as u32)
        .map(|block| gains(&MARKET, &CONTRACT, key, block))
        .collect::<Vec<_>>();
    let sums = |number: fn(f64) -> f64| {
        let sum = |some: &[[f64; 4]]| some.iter().flatten().map(|gain| number(*gain)).sum::<f64>() as f32;
        each.chunks(blocks).map(sum).collect::<Vec<f32>>()
    };
    let (sum, squares) = (sums(|gain| gain), sums(|gain| gain * gain));
    let device = device.clone();
    Ok(Trial::new(
        move || play(&device, &MARKET, &CONTRACT, key, futures, blocks),
        move |played| {
            // Of the spot, which is 1. Squares of gains, which are below 4, are off by eight times as much.
            let bound = 4.0 * blocks as f64 * BOUND;
            let checks = [
                Check::within(&played.sum.read()?, &sum, bound),
                Check::within(&played.squares.read()?, &squares, 8.0 * bound),
                Check::within(&[played.estimate.price as f32], &[wanted.price as f32], BOUND),
                Check::within(&[played.estimate.error as f32], &[wanted.error as f32], 8.0 * BOUND),
            ];
            // In parts of what is allowed, so that one number says it.
            let worst = checks.iter().map(|check| check.error / check.bound).fold(0.0, f64::max);
            Ok(Check::new(futures, worst * BOUND, BOUND))
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "monte_carlo",
    part: "numbers",
    summary: "the price of an option as the mean of random futures",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "four futures a fragment, two reductions",
            source: "Boyle 1977",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(&device.with_era(Era::Fragment)?, workload, 1),
        },
        Rung {
            name: "fragment_blocked",
            era: Era::Fragment,
            method: "64 futures a fragment",
            source: "Podlozhnyuk and Harris 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(&device.with_era(Era::Fragment)?, workload, BLOCKED),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "four futures an invocation, two reductions",
            source: "Boyle 1977",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(&device.with_era(Era::Compute)?, workload, 1),
        },
        Rung {
            name: "compute_blocked",
            era: Era::Compute,
            method: "64 futures an invocation",
            source: "Podlozhnyuk and Harris 2007",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(&device.with_era(Era::Compute)?, workload, BLOCKED),
        },
    ],
};
