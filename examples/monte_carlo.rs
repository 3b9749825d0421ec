//! Prices a call by chance, with ever more futures, and says how far the formula is away.
//!
//! Run it with `cargo run --example monte_carlo`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::black_scholes::{self, Contract, Market};
use gristmill::algorithms::monte_carlo::{self, monte_carlo};
use gristmill::{Device, Result};
use std::process::ExitCode;

fn main() -> ExitCode {
    arguments::run_up_to(1 << 26, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let market = Market { rate: 0.03, volatility: 0.25 };
        let contract = Contract { spot: 100.0, strike: 105.0, years: 0.75 };
        let [formula, _] = black_scholes::reference(&market, &contract);

        let most = arguments.size.unwrap_or(1 << 18).max(64);
        let mut right = true;
        for futures in [most / 64, most / 16, most / 4, most] {
            let key = [arguments.seed, futures as u32];
            let estimate = monte_carlo(device, &market, &contract, key, futures)?;
            let away = (estimate.price - formula) / estimate.error;
            println!(
                "  {futures:>8} futures: {:.4}, off by {away:+.1} errors of {:.4}",
                estimate.price, estimate.error
            );
            // ANCHOR_END: example
            let wanted = monte_carlo::reference(&market, &contract, key, futures);
            let close = |given: f64, wanted: f64| (given - wanted).abs() <= monte_carlo::BOUND * 100.0;
            right &= close(estimate.price, wanted.price) && close(estimate.error, wanted.error) && away.abs() < 4.0;
        }
        println!("  the formula says {formula:.4}");
        Ok(right)
    })
}
