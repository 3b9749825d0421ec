//! Monte Carlo: prices against the formula, the error against theory, and what is refused.

use gristmill::algorithms::black_scholes::{self, Contract, Market};
use gristmill::algorithms::monte_carlo::{self, BOUND, Estimate, monte_carlo};
use gristmill::{Device, Era, Error, Result};

type Rung = fn(&Device, &Market, &Contract, [u32; 2], usize) -> Result<Estimate>;

fn devices() -> Vec<Device> {
    let opened = Era::ALL.into_iter().filter_map(|era| match Device::open(era) {
        Ok(device) => Some(device),
        Err(Error::NoDevice { sentence }) => {
            println!("{sentence}");
            None
        }
        Err(error) => panic!("{error}"),
    });
    opened.collect()
}

const MARKET: Market = Market { rate: 0.04, volatility: 0.35 };
const CONTRACT: Contract = Contract { spot: 80.0, strike: 90.0, years: 1.5 };

#[test]
fn the_formula_lies_within_four_errors() {
    for device in devices() {
        for (rate, volatility, strike, years) in
            [(0.04, 0.35, 90.0, 1.5), (0.0, 0.2, 80.0, 0.5), (-0.01, 0.6, 60.0, 3.0), (0.1, 0.1, 82.0, 0.1)]
        {
            let (market, contract) = (Market { rate, volatility }, Contract { spot: 80.0, strike, years });
            let [formula, _] = black_scholes::reference(&market, &contract);
            let estimates: Vec<Estimate> = (0..8)
                .map(|key| monte_carlo(&device, &market, &contract, [key, 1], 1 << 14).unwrap())
                .collect();
            for Estimate { price, error, .. } in &estimates {
                assert!((price - formula).abs() < 4.0 * error, "{market:?}: {price} +- {error}, not {formula}");
            }
            // Eight keys are eight times the futures.
            let mean = estimates.iter().map(|estimate| estimate.price).sum::<f64>() / 8.0;
            let error = estimates[0].error / 8.0_f64.sqrt();
            assert!((mean - formula).abs() < 4.0 * error, "{market:?}: {mean} +- {error}, not {formula}");
        }
    }
}

#[test]
fn four_times_the_futures_halve_the_error() {
    for device in devices() {
        let error = |futures| monte_carlo(&device, &MARKET, &CONTRACT, [3, 0], futures).unwrap().error;
        let ratio = error(1 << 14) / error(1 << 16);
        assert!((ratio - 2.0).abs() < 0.1, "{ratio}");
    }
}

#[test]
fn both_eras_play_the_futures_of_the_reference() {
    for device in devices() {
        for futures in [1, 4, 5, 63, 64, 65, 1_000, 100_003] {
            let wanted = monte_carlo::reference(&MARKET, &CONTRACT, [7, 7], futures);
            let rungs: [Rung; 2] = match device.era() {
                Era::Fragment => [monte_carlo::fragment, monte_carlo::fragment_blocked],
                Era::Compute => [monte_carlo::compute, monte_carlo::compute_blocked],
            };
            for rung in rungs {
                let given = rung(&device, &MARKET, &CONTRACT, [7, 7], futures).unwrap();
                assert_eq!(given.futures, futures.div_ceil(4) * 4);
                assert!((given.price - wanted.price).abs() < BOUND * 80.0, "{futures}: {given:?}, not {wanted:?}");
                assert!((given.error - wanted.error).abs() < BOUND * 80.0, "{futures}: {given:?}, not {wanted:?}");
            }
        }
    }
}

#[test]
fn without_chance_every_future_is_the_same() {
    for device in devices() {
        let (market, contract) = (Market { volatility: 0.0, ..MARKET }, Contract { strike: 70.0, ..CONTRACT });
        let Estimate { price, error, futures } = monte_carlo(&device, &market, &contract, [1, 1], 5).unwrap();
        let [formula, _] = black_scholes::reference(&market, &contract);
        assert!((price - formula).abs() < BOUND * 80.0 && futures == 8, "{price}, not {formula}");
        assert!(error < 0.01, "{error}");
    }
}

#[test]
fn what_has_no_price_is_refused() {
    for device in devices() {
        let refusal = |market: Market, contract: Contract, futures| {
            monte_carlo(&device, &market, &contract, [0, 0], futures)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(refusal(MARKET, CONTRACT, 0), "no futures have no mean; play at least one");
        assert_eq!(
            refusal(MARKET, CONTRACT, (1 << 32) + 1),
            "futures of a price by Monte Carlo: 4294967297 given, the limit is 4294967296; take the mean of several keys"
        );
        assert_eq!(
            refusal(Market { volatility: -0.2, ..MARKET }, CONTRACT, 8),
            "a rate of 0.04 and a volatility of -0.2 are no market; both are finite and the volatility is not below 0"
        );
        assert_eq!(
            refusal(MARKET, Contract { years: -1.0, ..CONTRACT }, 8),
            "spot 80, strike 90 and -1 years are no option; give finite prices above 0 and a time that is not below 0"
        );
    }
}
