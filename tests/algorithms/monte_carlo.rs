//! Monte Carlo: prices against the formula, the error against theory, and what is refused.

use gristmill::algorithms::black_scholes::{self, Contract, Market};
use gristmill::algorithms::monte_carlo::{self, BOUND, Estimate, monte_carlo};
use gristmill::{Device, Era, Result};

use crate::machine::devices;

type Rung = fn(&Device, &Market, &Contract, [u32; 2], usize) -> Result<Estimate>;

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

/// A volatility of 5 over 30 years: one future in 10^42 gains anything, and the price is the whole spot.
const WILD: (Market, Contract) =
    (Market { rate: 0.02, volatility: 5.0 }, Contract { spot: 100.0, strike: 100.0, years: 30.0 });

#[test]
fn what_no_future_shows_is_in_the_error() {
    let (market, contract) = WILD;
    let [formula, _] = black_scholes::reference(&market, &contract);
    assert!((formula - 100.0).abs() < 1e-9, "{formula}");
    for device in devices() {
        for futures in [4, 1_000, 1 << 18] {
            let Estimate { price, error, .. } = monte_carlo(&device, &market, &contract, [1, 2], futures).unwrap();
            assert!(price == 0.0 && (formula - price).abs() <= error && error < 101.0, "{price} +- {error}");
        }
    }
}

/// Two thirds of all prices are off by less than the error, whatever the market; fewer than 1 of 100 by more
/// than four times as much.
#[test]
fn the_stated_error_is_true_in_any_market() {
    const KEYS: u32 = 200;
    for (volatility, years) in
        [(0.02, 1.0), (0.35, 1.5), (1.0, 4.0), (1.0, 10.0), (1.5, 10.0), (3.0, 10.0), (5.0, 30.0)]
    {
        for strike in [50.0, 100.0, 200.0, 2_000.0] {
            let (market, contract) = (Market { rate: 0.04, volatility }, Contract { spot: 100.0, strike, years });
            let [formula, _] = black_scholes::reference(&market, &contract);
            let away = (0..KEYS).map(|key| {
                let Estimate { price, error, .. } = monte_carlo::reference(&market, &contract, [key, 9], 1 << 10);
                (price - formula).abs() / error
            });
            let away: Vec<f64> = away.collect();
            let off = |errors: f64| away.iter().filter(|away| **away > errors).count() as u32;
            assert!(off(1.0) < KEYS * 43 / 100, "{market:?}, {contract:?}: {} of {KEYS}", off(1.0));
            assert!(off(4.0) <= KEYS / 100, "{market:?}, {contract:?}: {} of {KEYS}", off(4.0));
        }
    }
}

#[test]
fn the_units_of_the_price_are_the_users() {
    for device in devices() {
        let estimate = |unit: f32| {
            let contract = Contract { spot: CONTRACT.spot * unit, strike: CONTRACT.strike * unit, ..CONTRACT };
            let Estimate { price, error, .. } = monte_carlo(&device, &MARKET, &contract, [5, 5], 1 << 12).unwrap();
            [price, error].map(|number| number / f64::from(unit))
        };
        let wanted = estimate(1.0);
        for unit in [1e-30, 1e-20, 1e20, 1e30] {
            let near = estimate(unit)
                .iter()
                .zip(&wanted)
                .all(|(given, wanted)| (given / wanted - 1.0).abs() < 1e-3);
            assert!(near, "in units of {unit}: {:?}, not {wanted:?}", estimate(unit));
        }
        // Gains that no float holds: nothing is claimed.
        let market = Market { rate: 10.0, volatility: 0.2 };
        let estimate = monte_carlo(&device, &market, &Contract { years: 100.0, ..CONTRACT }, [5, 5], 64).unwrap();
        assert_eq!(estimate.error, f64::INFINITY, "{estimate:?}");
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
        assert_eq!(refusal(MARKET, CONTRACT, 0), "the number of futures is 0; give at least one");
        assert_eq!(
            refusal(MARKET, CONTRACT, (1 << 32) + 1),
            "futures of a price by Monte Carlo: 4294967297 given, the limit is 4294967296; use the mean of several keys"
        );
        assert_eq!(
            refusal(Market { volatility: -0.2, ..MARKET }, CONTRACT, 8),
            "a rate of 0.04 and a volatility of -0.2 are not valid; give finite numbers, and a volatility of 0 or more"
        );
        assert_eq!(
            refusal(MARKET, Contract { years: -1.0, ..CONTRACT }, 8),
            "spot 80, strike 90 and -1 years are not valid; give finite prices above 0 and a time that is not below 0"
        );
    }
}
