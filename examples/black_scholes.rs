//! Prices a board of options on one share: every strike against every month.
//!
//! Run it with `cargo run --example black_scholes`; `-- --help` lists what can be changed.

mod arguments;

use gristmill::algorithms::black_scholes::{self, Contract, Market, Options, black_scholes};
use gristmill::{Device, Result};
use std::process::ExitCode;

const STRIKES: [f32; 5] = [80.0, 90.0, 100.0, 110.0, 120.0];

fn main() -> ExitCode {
    arguments::run_up_to(1 << 22, |device: &Device, arguments| -> Result<bool> {
        // ANCHOR: example
        let market = Market { rate: 0.03, volatility: 0.25 };
        let months = arguments.size.map_or(24, |size| size / STRIKES.len()).max(1);
        let month = |month: usize| STRIKES.map(|strike| Contract { spot: 100.0, strike, years: month as f32 / 12.0 });
        let contracts: Vec<Contract> = (0..months).flat_map(month).collect();

        let options = Options::new(device, &contracts)?;
        let prices = black_scholes(device, &market, &options)?;
        let (calls, puts) = (prices.call.read()?, prices.put.read()?);
        // ANCHOR_END: example

        println!("  months {}", STRIKES.map(|strike| format!("{strike:>14}")).concat());
        for at in (0..months).step_by(months.div_ceil(6)) {
            let cells = (0..STRIKES.len()).map(|strike| at * STRIKES.len() + strike);
            let cells: Vec<String> = cells.map(|i| format!("{:>7.2}{:>7.2}", calls[i], puts[i])).collect();
            println!("  {at:>6} {}", cells.concat());
        }
        println!("  the call and the put at each strike, the share at 100");
        let near = |given: f32, wanted: f64| (f64::from(given) - wanted).abs() <= black_scholes::BOUND * 220.0;
        Ok(contracts.iter().enumerate().all(|(i, contract)| {
            let [call, put] = black_scholes::reference(&market, contract);
            near(calls[i], call) && near(puts[i], put)
        }))
    })
}
