//! Options without a price, with a known price, and without value; complex numbers on the border of escape, the rarest
//! random future, and numbers from 0 to 1.

use super::{EdgeCase, compute_case, fragment_case};
use crate::algorithms::black_scholes::{self, BOUND, Contract, Market, Options};
use crate::algorithms::{Check, Trial, Workload, double_single, fours, mandelbrot, monte_carlo};
use crate::{Device, Era, KernelSource, Result, random};

pub(super) const RUNGS: &[EdgeCase] = &[
    ("black_scholes", fragment_case("fragment, of bad options", bad_options)),
    ("black_scholes", compute_case("compute, of bad options", bad_options)),
    ("black_scholes", fragment_case("fragment_packed, of bad options", bad_packed_options)),
    ("black_scholes", compute_case("compute_packed, of bad options", bad_packed_options)),
    ("black_scholes", fragment_case("fragment, of worthless options", worthless_options)),
    ("black_scholes", compute_case("compute, of worthless options", worthless_options)),
    ("black_scholes", fragment_case("fragment_2005, of sure options", sure_options)),
    ("double_single", fragment_case("fragment, of narrow rows", narrow_dot)),
    ("double_single", compute_case("compute, of narrow rows", narrow_dot)),
    ("mandelbrot", fragment_case("fragment, of whole numbers", integer_points)),
    ("mandelbrot", fragment_case("fragment_2005, of whole numbers", integer_points_2005)),
    ("mandelbrot", compute_case("compute, of whole numbers", integer_points)),
    ("monte_carlo", fragment_case("fragment, of the rarest future", rarest_future)),
    ("monte_carlo", compute_case("compute, of the rarest future", rarest_future)),
    ("random", fragment_case("fragment, from 0 to 1", uniform_numbers)),
    ("random", compute_case("compute, from 0 to 1", uniform_numbers)),
];

/// Without volatility the outcome is certain.
const MARKETS: [Market; 2] = [Market { rate: 0.02, volatility: 0.3 }, Market { rate: 0.02, volatility: 0.0 }];

/// A key with which block 0 has a word whose upper 23 bits are all ones.
const RARE_KEY: u32 = 3_923_404;

/// Returns all combinations of prices and times, impossible ones included.
fn all_contracts() -> Vec<Contract> {
    let prices = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0, 0.0, 0.01, 1.0, 1.125, 30.0, 1e6];
    let times = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, 30.0];
    (0..prices.len() * prices.len() * times.len())
        .map(|i: usize| Contract {
            spot: prices[i % prices.len()],
            strike: prices[i / prices.len() % prices.len()],
            years: times[i / prices.len() / prices.len()],
        })
        .collect()
}

/// Returns the prices of calls, then of puts, each relative to spot plus strike, counting only values above 0.
fn scale_prices(contracts: &[Contract], price: impl Fn(usize, usize) -> f64) -> Vec<f32> {
    [0, 1]
        .into_iter()
        .flat_map(|side| {
            contracts
                .iter()
                .enumerate()
                .map(move |(i, contract)| (side, i, add_prices(contract)))
        })
        .map(|(side, i, parts)| (price(side, i) / parts) as f32)
        .collect()
}

/// Adds the spot and the strike, each of them 0 or more, and keeps the sum away from 0 and infinity.
fn add_prices(contract: &Contract) -> f64 {
    f64::from(contract.spot.max(0.0) + contract.strike.max(0.0)).clamp(1e-3, 1e9)
}

fn reference_prices(market: usize, contracts: &[Contract]) -> Vec<f32> {
    scale_prices(contracts, |side, i| black_scholes::reference(&MARKETS[market], &contracts[i])[side])
}

fn contract_columns(contracts: &[Contract]) -> [Vec<f32>; 3] {
    [
        collect_column(|contract| contract.spot, contracts),
        collect_column(|contract| contract.strike, contracts),
        collect_column(|contract| contract.years, contracts),
    ]
}

fn collect_column(number: fn(&Contract) -> f32, contracts: &[Contract]) -> Vec<f32> {
    contracts.iter().map(number).collect()
}

fn bad_options(device: &Device, workload: &Workload) -> Result<Trial> {
    let contracts = all_contracts();
    let market = workload.size % 2;
    let [spot, strike, years] = contract_columns(&contracts);
    let options =
        Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? };
    let device = device.clone();
    let wanted = reference_prices(market, &contracts);
    Ok(Trial::new(
        move || black_scholes::black_scholes(&device, &MARKETS[market], &options),
        move |prices| {
            let sides = [prices.call.read()?, prices.put.read()?];
            let given = scale_prices(&contracts, |side, i| sides[side][i].into());
            Ok(Check::within(&given, &wanted, BOUND))
        },
    ))
}

fn bad_packed_options(device: &Device, workload: &Workload) -> Result<Trial> {
    let contracts = all_contracts();
    let market = workload.size % 2;
    let [spot, strike, years] = contract_columns(&contracts).map(|column| fours(&column, 1.0));
    let options =
        Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? };
    let device = device.clone();
    let wanted = reference_prices(market, &contracts);
    Ok(Trial::new(
        move || match device.era() {
            Era::Fragment => black_scholes::fragment_packed(&device, &MARKETS[market], &options),
            Era::Compute => black_scholes::compute_packed(&device, &MARKETS[market], &options),
        },
        move |prices| {
            let sides = [prices.call.read()?, prices.put.read()?];
            let given = scale_prices(&contracts, |side, i| sides[side].as_flattened()[i].into());
            Ok(Check::within(&given, &wanted, BOUND))
        },
    ))
}

/// Builds the trial of options that have a price, without time, volatility or value some of them.
fn sure_options(device: &Device, workload: &Workload) -> Result<Trial> {
    let contracts: Vec<Contract> = all_contracts()
        .into_iter()
        .filter(|contract| contract.check().is_ok())
        .collect();
    let market = workload.size % 2;
    let options = Options::new(device, &contracts)?;
    let device = device.clone();
    let wanted = reference_prices(market, &contracts);
    Ok(Trial::new(
        move || black_scholes::fragment_2005(&device, &MARKETS[market], &options),
        move |prices| {
            let sides = [prices.call.read()?, prices.put.read()?];
            let given = scale_prices(&contracts, |side, i| sides[side][i].into());
            Ok(Check::within(&given, &wanted, BOUND))
        },
    ))
}

/// Builds the trial of options whose price is smaller than rounding errors: none may be below 0.
fn worthless_options(device: &Device, workload: &Workload) -> Result<Trial> {
    let count = workload.size.min(1_000);
    let spot: Vec<f32> = (0..count).map(|i| 0.01 * (i + 1) as f32).collect();
    let ones = device.stream(&vec![1.0; count])?;
    let options = Options { spot: device.stream(&spot)?, strike: device.copy_of(&ones)?, years: ones };
    let device = device.clone();
    Ok(Trial::new(
        move || black_scholes::black_scholes(&device, &MARKETS[0], &options),
        move |prices| {
            let sides = [prices.call.read()?, prices.put.read()?].concat();
            let below = sides.iter().filter(|price| price.is_nan() || **price < 0.0).count();
            Ok(Check::new(sides.len(), below as f64, 0.0))
        },
    ))
}

/// A view of every other whole number from -8 to 6: some are exactly 2 from 0, and one is the minimum of a word.
fn integer_view(workload: &Workload) -> mandelbrot::PlaneView {
    let one = 1 << 28;
    let rounds = workload.size.clamp(1, 50) as u32;
    mandelbrot::PlaneView { size: [8, 4], corner: [i32::MIN, -2 * one], distance: 2 * one, rounds }
}

fn integer_points(device: &Device, workload: &Workload) -> Result<Trial> {
    let view = integer_view(workload);
    let device = device.clone();
    let wanted = mandelbrot::reference(&view);
    super::exact_trial(move || mandelbrot::mandelbrot(&device, &view), wanted)
}

/// Builds the same trial in floats, which have no fractional bits to round.
fn integer_points_2005(device: &Device, workload: &Workload) -> Result<Trial> {
    let view = integer_view(workload);
    let wanted = mandelbrot::reference(&view).into_iter().map(|rounds| rounds as f32).collect();
    let device = device.clone();
    super::exact_trial(move || mandelbrot::fragment_2005(&device, &view), wanted)
}

/// Builds the trial of the dot product of rows of three, whose texture is reduced to a width of one long before its
/// height.
fn narrow_dot(device: &Device, workload: &Workload) -> Result<Trial> {
    let rows = workload.size.clamp(1, 1_000).div_ceil(3);
    let numbers: Vec<f64> = (0..3 * rows)
        .map(|i| f64::from(random::word(workload.seed, i as u32, 0) % 64))
        .collect();
    let wanted: f64 = numbers.iter().map(|number| number * number).sum();
    let stream = device.stream_of([3, rows], &double_single::split(&numbers))?;
    let device = device.clone();
    Ok(Trial::new(
        move || double_single::dot(&device, &stream, &stream),
        move |dot: &f64| Ok(Check::new(3 * rows, (dot - wanted).abs(), 0.0)),
    ))
}

/// Builds the trial of four futures, one of which has the largest possible random number, with all 23 bits set.
fn rarest_future(device: &Device, _: &Workload) -> Result<Trial> {
    let key = [RARE_KEY, 45];
    let contract = Contract { spot: 1.0, strike: 1.0, years: 1.0 };
    let wanted = monte_carlo::reference(&MARKETS[0], &contract, key, 4);
    let device = device.clone();
    Ok(Trial::new(
        move || monte_carlo::monte_carlo(&device, &MARKETS[0], &contract, key, 4),
        move |estimate: &monte_carlo::Estimate| Ok(Check::new(4, (estimate.price - wanted.price).abs(), 1e-3)),
    ))
}

/// Builds the trial of `uniform_random` in GLSL against the host's.
fn uniform_numbers(device: &Device, workload: &Workload) -> Result<Trial> {
    let count = workload.size;
    let kernel = KernelSource::new("uniform_random")
        .fragment(
            "#version 330 core
#include \"stream.glsl\"
#include \"random.glsl\"
layout(location = 0) out float result;
void main() { result = uniform_random(7u, uint(element()), 3u); }
",
        )
        .compute(
            "#version 430 core
#include \"stream.glsl\"
#include \"random.glsl\"
layout(local_size_x = 64) in;
layout(std430, binding = 0) writeonly buffer Result { float result[]; };
void main() { if (element() < element_count) result[element()] = uniform_random(7u, uint(element()), 3u); }
",
        );
    let device = device.clone();
    let wanted: Vec<f32> = (0..count as u32).map(|i| random::uniform(7, i, 3)).collect();
    super::exact_trial(
        move || {
            let mut result = device.empty(count)?;
            device.kernel(&kernel)?.call().output("result", &mut result).run()?;
            Ok(result)
        },
        wanted,
    )
}
