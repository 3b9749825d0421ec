//! Black-Scholes: prices of textbooks, what must hold between prices, the edges of the domain, and what is
//! refused.

use gristmill::algorithms::black_scholes::{self, BOUND, Contract, Market, Options, Prices, reference};
use gristmill::{Device, Era, Error, KernelSource, MachineChoice, Result, Stream, random};

/// Both eras of both machines; what is missing is said.
fn devices() -> Vec<Device> {
    let all = Era::ALL
        .into_iter()
        .flat_map(|era| [MachineChoice::Driver, MachineChoice::Emulator].map(|choice| (era, choice)));
    let opened = all.filter_map(|(era, choice)| match Device::choose(era, choice) {
        Ok(device) => Some(device),
        Err(Error::NoDevice { sentence, .. }) => {
            println!("{sentence}");
            None
        }
        Err(error) => panic!("{error}"),
    });
    opened.collect()
}

fn prices(device: &Device, market: &Market, contracts: &[Contract]) -> [Vec<f32>; 2] {
    let options = Options::new(device, contracts).unwrap();
    let Prices { call, put } = black_scholes::black_scholes(device, market, &options).unwrap();
    [call.read().unwrap(), put.read().unwrap()]
}

const fn option(spot: f32, strike: f32, years: f32) -> Contract {
    Contract { spot, strike, years }
}

/// Rate, volatility, the option, its call and its put, as textbooks print them.
const PRINTED: [(f32, f32, Contract, f64, f64); 4] = [
    // Hull, Options, Futures, and Other Derivatives: 4.76 and 0.81.
    (0.1, 0.2, option(42.0, 40.0, 0.5), 4.76, 0.81),
    // Haug, The Complete Guide to Option Pricing Formulas: 2.1334.
    (0.08, 0.3, option(60.0, 65.0, 0.25), 2.1334, 5.8463),
    // A year at the money: 10.4506 and 5.5735.
    (0.05, 0.2, option(100.0, 100.0, 1.0), 10.4506, 5.5735),
    // No interest, at the money: spot times 2 N(volatility / 2) - 1.
    (0.0, 0.4, option(50.0, 50.0, 1.0), 7.9260, 7.9260),
];

#[test]
fn printed_prices_come_out() {
    for (rate, volatility, contract, call, put) in PRINTED {
        let market = Market { rate, volatility };
        let wanted = reference(&market, &contract);
        assert!((wanted[0] - call).abs() < 0.01 && (wanted[1] - put).abs() < 0.01, "{contract:?}: {wanted:?}");
        for device in devices() {
            let [calls, puts] = prices(&device, &market, &[contract]);
            let near = |given: f32, wanted: f64| {
                (f64::from(given) - wanted).abs() < BOUND * f64::from(contract.spot + contract.strike)
            };
            assert!(near(calls[0], wanted[0]) && near(puts[0], wanted[1]), "{contract:?}: {calls:?} {puts:?}");
        }
    }
}

#[test]
fn prices_keep_within_what_no_arbitrage_allows() {
    let contracts: Vec<Contract> = (0..2_000)
        .map(|i| [0, 1, 2].map(|draw| random::uniform(9, i, draw)))
        .map(|[a, b, c]| option(1.0 + 99.0 * a, 1.0 + 99.0 * b, 10.0 * c * c))
        .collect();
    for market in [(0.02, 0.3), (-0.01, 0.05), (0.1, 1.5)].map(|(rate, volatility)| Market { rate, volatility }) {
        for device in devices() {
            let [calls, puts] = prices(&device, &market, &contracts);
            for (contract, (call, put)) in contracts.iter().zip(calls.iter().zip(&puts)) {
                let [spot, strike, years] = [contract.spot, contract.strike, contract.years].map(f64::from);
                let discounted = strike * (-f64::from(market.rate) * years).exp();
                let [call, put] = [*call, *put].map(f64::from);
                let bound = 2.0 * BOUND * (spot + discounted);
                let parity = call - put - (spot - discounted);
                assert!(parity.abs() <= bound, "{contract:?} in {market:?}: {call} and {put} miss parity by {parity}");
                assert!(call >= (spot - discounted).max(0.0) - bound && call <= spot + bound, "{contract:?}: {call}");
                assert!(
                    put >= (discounted - spot).max(0.0) - bound && put <= discounted + bound,
                    "{contract:?}: {put}"
                );
            }
        }
    }
}

#[test]
fn without_time_or_chance_an_option_is_worth_its_gain() {
    let contracts =
        [option(30.0, 20.0, 0.0), option(20.0, 30.0, 0.0), option(20.0, 20.0, 0.0), option(30.0, 20.0, 2.0)];
    for device in devices() {
        let [calls, puts] = prices(&device, &Market { rate: 0.05, volatility: 0.0 }, &contracts);
        let bought = 30.0 - 20.0 * (-0.1_f32).exp();
        for (given, wanted) in calls.iter().chain(&puts).zip([10.0, 0.0, 0.0, bought, 0.0, 10.0, 0.0, 0.0]) {
            assert!((given - wanted).abs() < 1e-4, "{calls:?} {puts:?}");
        }
        // The share is worth nothing beside the strike, or the strike nothing beside the share.
        let [calls, puts] =
            prices(&device, &Market { rate: 0.0, volatility: 0.1 }, &[option(1e-3, 1e6, 1.0), option(1e6, 1e-3, 1.0)]);
        assert!(calls[0].abs() < 1e-3 && (calls[1] - 1e6).abs() < 4.0, "{calls:?}");
        assert!((puts[0] - 1e6).abs() < 4.0 && puts[1].abs() < 4.0, "{puts:?}");
    }
}

#[test]
fn options_outside_of_the_domain_are_refused_and_on_the_device_not_a_number() {
    let market = Market { rate: 0.05, volatility: 0.2 };
    let bad = [
        option(0.0, 10.0, 1.0),
        option(10.0, -1.0, 1.0),
        option(10.0, 10.0, -0.5),
        option(f32::NAN, 10.0, 1.0),
        option(10.0, f32::INFINITY, 1.0),
        option(10.0, 10.0, f32::NAN),
    ];
    for device in devices() {
        for contract in bad {
            let error = Options::new(&device, &[option(1.0, 1.0, 1.0), contract])
                .err()
                .unwrap()
                .to_string();
            assert!(
                error.ends_with("are not valid; give finite prices above 0 and a time that is not below 0"),
                "{error}"
            );
            assert!(reference(&market, &contract)[0].is_nan());
        }
        let column = |number: fn(&Contract) -> f32| device.stream(&bad.map(|contract| number(&contract))).unwrap();
        let options = Options { spot: column(|c| c.spot), strike: column(|c| c.strike), years: column(|c| c.years) };
        let Prices { call, put } = black_scholes::black_scholes(&device, &market, &options).unwrap();
        let [call, put] = [call.read().unwrap(), put.read().unwrap()];
        assert!(call.iter().chain(&put).all(|price| price.is_nan()), "{call:?} {put:?}");

        let options = Options::new(&device, &[]).unwrap();
        for market in [(f32::NAN, 0.2), (0.0, -0.1), (0.0, f32::INFINITY)] {
            let market = Market { rate: market.0, volatility: market.1 };
            let error = black_scholes::black_scholes(&device, &market, &options)
                .err()
                .unwrap()
                .to_string();
            assert!(error.ends_with("are not valid; give finite numbers, and a volatility of 0 or more"), "{error}");
        }
    }
}

const FRAGMENT: &str = "#version 330 core
#include \"stream.glsl\"
#include \"normal.glsl\"
uniform sampler2D source;
layout(location = 0) out float below;
layout(location = 1) out float back;
void main() { float x = here(source).r; below = cumulative(x); back = quantile(x); }";

const COMPUTE: &str = "#version 430 core
#include \"stream.glsl\"
#include \"normal.glsl\"
layout(local_size_x = 32) in;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Below { float below[]; };
layout(std430, binding = 2) writeonly buffer Back { float back[]; };
void main() {
    int i = element();
    if (i >= element_count) return;
    below[i] = cumulative(source[i]);
    back[i] = quantile(source[i]);
}";

fn below(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

fn normal(device: &Device, numbers: &[f32]) -> Result<[Vec<f32>; 2]> {
    let source = KernelSource::new("normal").fragment(FRAGMENT).compute(COMPUTE);
    let numbers = device.stream(numbers)?;
    let [mut below, mut back]: [Stream<f32>; 2] = [device.empty(numbers.len())?, device.empty(numbers.len())?];
    let kernel = device.kernel(&source)?;
    kernel
        .call()
        .input("source", &numbers)
        .output("below", &mut below)
        .output("back", &mut back)
        .run()?;
    Ok([below.read()?, back.read()?])
}

#[test]
fn the_normal_distribution_is_right_and_so_is_its_inverse() {
    let numbers: Vec<f32> = (-2_000..=2_000).map(|i| i as f32 * 0.01).collect();
    let steps = |i: u32| (f64::from(i) / 4096.0) as f32;
    let ends = [2.0_f32.powi(-24), 2.0_f32.powi(-20), 1e-5, 1.0 - 1e-5, 1.0 - 2.0_f32.powi(-24)];
    let shares: Vec<f32> = (1..4096).map(steps).chain(ends).collect();
    for device in devices() {
        let [given, _] = normal(&device, &numbers).unwrap();
        for (x, given) in numbers.iter().zip(&given) {
            assert!((f64::from(*given) - below(f64::from(*x))).abs() < 3e-7, "below {x} lie {given}");
        }
        let [_, given] = normal(&device, &shares).unwrap();
        for (share, given) in shares.iter().zip(&given) {
            let (share, given) = (f64::from(*share), f64::from(*given));
            // Back again: what is off in x moves the share by the density there.
            let density = (-0.5 * given * given).exp() / (2.0 * std::f64::consts::PI).sqrt();
            let off = (below(given) - share) / density;
            assert!(off.abs() < 2e-6 * given.abs().max(1.0), "{share} below {given}: off by {off}");
        }
    }
}
