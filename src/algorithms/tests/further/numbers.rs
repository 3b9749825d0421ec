//! Options that have no price, and those whose price is known beforehand.

use super::{Further, compute, fragment};
use crate::algorithms::black_scholes::{self, BOUND, Contract, Market, Options};
use crate::algorithms::{Check, Trial, Workload, fours};
use crate::{Device, Era, Result};

pub(super) const RUNGS: &[Further] = &[
    ("black_scholes", fragment("fragment, of bad options", bad)),
    ("black_scholes", compute("compute, of bad options", bad)),
    ("black_scholes", fragment("fragment_packed, of bad options", bad_fours)),
    ("black_scholes", compute("compute_packed, of bad options", bad_fours)),
];

/// Without volatility it is known who wins.
const MARKETS: [Market; 2] = [Market { rate: 0.02, volatility: 0.3 }, Market { rate: 0.02, volatility: 0.0 }];

/// Every price with every price and every time, the impossible ones among them.
fn contracts() -> Vec<Contract> {
    let prices = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0, 0.0, 0.01, 1.0, 1.125, 30.0, 1e6];
    let times = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -1.0, -0.0, 0.0, 1.0, 30.0];
    let contract = |i: usize| Contract {
        spot: prices[i % prices.len()],
        strike: prices[i / prices.len() % prices.len()],
        years: times[i / prices.len() / prices.len()],
    };
    (0..prices.len() * prices.len() * times.len()).map(contract).collect()
}

/// Prices of calls, then of puts, each in parts of spot and strike together where they are above 0.
fn scaled(contracts: &[Contract], price: impl Fn(usize, usize) -> f64) -> Vec<f32> {
    let parts = |contract: &Contract| f64::from(contract.spot.max(0.0) + contract.strike.max(0.0)).clamp(1e-3, 1e9);
    let of = |side| {
        contracts
            .iter()
            .enumerate()
            .map(move |(i, contract)| (side, i, parts(contract)))
    };
    [0, 1]
        .into_iter()
        .flat_map(of)
        .map(|(side, i, parts)| (price(side, i) / parts) as f32)
        .collect()
}

fn wanted(market: usize, contracts: &[Contract]) -> Vec<f32> {
    scaled(contracts, |side, i| black_scholes::reference(&MARKETS[market], &contracts[i])[side])
}

fn columns(contracts: &[Contract]) -> [Vec<f32>; 3] {
    let of = |number: fn(&Contract) -> f32| contracts.iter().map(number).collect();
    [of(|contract| contract.spot), of(|contract| contract.strike), of(|contract| contract.years)]
}

fn bad(device: &Device, workload: &Workload) -> Result<Trial> {
    let (contracts, market) = (contracts(), workload.size % 2);
    let [spot, strike, years] = columns(&contracts);
    let options =
        Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? };
    let (device, wanted) = (device.clone(), wanted(market, &contracts));
    let run = move || black_scholes::black_scholes(&device, &MARKETS[market], &options);
    Ok(Trial::new(run, move |prices| {
        let sides = [prices.call.read()?, prices.put.read()?];
        let given = scaled(&contracts, |side, i| sides[side][i].into());
        Ok(Check::within(&given, &wanted, BOUND))
    }))
}

fn bad_fours(device: &Device, workload: &Workload) -> Result<Trial> {
    let (contracts, market) = (contracts(), workload.size % 2);
    let [spot, strike, years] = columns(&contracts).map(|column| fours(&column, 1.0));
    let options =
        Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? };
    let (device, wanted) = (device.clone(), wanted(market, &contracts));
    let run = move || match device.era() {
        Era::Fragment => black_scholes::fragment_packed(&device, &MARKETS[market], &options),
        Era::Compute => black_scholes::compute_packed(&device, &MARKETS[market], &options),
    };
    Ok(Trial::new(run, move |prices| {
        let sides = [prices.call.read()?, prices.put.read()?];
        let given = scaled(&contracts, |side, i| sides[side].as_flattened()[i].into());
        Ok(Check::within(&given, &wanted, BOUND))
    }))
}
