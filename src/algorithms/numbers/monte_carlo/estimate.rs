//! From the sums of gains to a price and its error.

use super::BOUND;
use crate::algorithms::black_scholes::{Contract, Market};

/// A price estimated from random futures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The mean of the gains, discounted.
    pub price: f64,
    /// Its error: smaller than this two times out of three, and smaller than four times this practically always.
    ///
    /// It combines the standard deviation of the mean, the gain in futures that are too rare to be among so many (by
    /// the formula), and [`BOUND`]. With a volatility of 5 over 30 years one future in 10^42 gains anything: the price
    /// is 0, and its error the whole spot. Infinite if the gains leave the range of floats.
    pub error: f64,
    /// Number of futures simulated.
    pub futures: usize,
}

// ANCHOR: estimate
/// Estimates the price from the sums of the gains and of their squares.
pub(super) fn estimate_price(
    market: &Market,
    contract: &Contract,
    [sum, squares]: [f64; 2],
    blocks: usize,
) -> Estimate {
    let share = Lognormal::from_contract(market, contract);
    let futures = 4.0 * blocks as f64;
    let spot = f64::from(contract.spot);
    let mean = sum / futures;
    let difference = squares / futures - mean * mean;
    let variance = if difference < 0.0 { 0.0 } else { difference } * futures / (futures - 1.0);
    let price = share.discount * mean;
    let deviation = share.discount * (variance / futures).sqrt();
    let error = libm::hypot(libm::hypot(deviation, share.unseen_gain(futures, price)), BOUND);
    let known = price.is_finite() && error.is_finite();
    Estimate { price: spot * price, error: if known { spot * error } else { f64::INFINITY }, futures: 4 * blocks }
}
// ANCHOR_END: estimate

// ANCHOR: share
/// Growth of a share: its price divided by the spot is `exp(drift + spread * x)`, for a normally distributed x.
pub(super) struct Lognormal {
    pub drift: f64,
    pub spread: f64,
    /// The strike relative to the spot.
    pub strike: f64,
    /// Value today of 1 at the end.
    discount: f64,
}

impl Lognormal {
    pub fn from_contract(market: &Market, contract: &Contract) -> Lognormal {
        let [rate, volatility, years] = [market.rate, market.volatility, contract.years].map(f64::from);
        Lognormal {
            drift: (rate - volatility * volatility / 2.0) * years,
            spread: volatility * years.sqrt(),
            strike: f64::from(contract.strike) / f64::from(contract.spot),
            discount: libm::exp(-rate * years),
        }
    }
    // ANCHOR_END: share

    // ANCHOR: unseen
    /// Returns the discounted gain in futures so rare that none is expected among `futures`, less the gain that the
    /// mean assumes for them.
    fn unseen_gain(&self, futures: f64, mean: f64) -> f64 {
        if self.spread == 0.0 {
            return 0.0; // all futures are alike
        }
        let rare = (1.0 / futures).max(2.0_f64.powi(-24)); // chances have 23 bits
        let at_strike = (libm::log(self.strike) - self.drift) / self.spread; // below it there is no gain
        let least = normal_quantile(1.0 - rare).max(at_strike);
        let gain = integrate_above(least - self.spread) - self.discount * self.strike * integrate_above(least);
        let more = gain - rare * mean;
        if more < 0.0 { 0.0 } else { more }
    }
    // ANCHOR_END: unseen
}

/// Returns the share of a normal distribution that is above `x`.
fn integrate_above(x: f64) -> f64 {
    0.5 * libm::erfc(x / std::f64::consts::SQRT_2)
}

/// Returns the x below which this share of a normal distribution is: the formula of the kernels, in `f64`.
pub(super) fn normal_quantile(share: f64) -> f64 {
    let centred = share - 0.5;
    if centred.abs() <= 0.425 {
        let r = 0.180625 - centred * centred;
        return centred * evaluate_polynomial([3.3871327179, 50.434271938, 159.29113202, 59.109374720], r)
            / evaluate_polynomial([1.0, 17.895169469, 78.757757664, 67.187563600], r);
    }
    let r = (-libm::log(share.min(1.0 - share))).sqrt() - 1.6;
    let size = evaluate_polynomial([1.4234372777, 2.7568153900, 1.3067284816, 0.17023821103], r)
        / evaluate_polynomial([1.0, 0.73700164250, 0.12021132975, 0.0], r);
    size.copysign(centred)
}

fn evaluate_polynomial(numbers: [f64; 4], r: f64) -> f64 {
    numbers.iter().rev().fold(0.0, |sum, number| sum * r + number)
}
