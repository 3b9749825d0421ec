//! Black-Scholes: the fair prices of options on a share that pays no dividend, to be exercised on one day.
//!
#![doc = table!()]
//!
//! Sources: Black and Scholes, The Pricing of Options and Corporate Liabilities, 1973; Kolb and Pharr,
//! Options Pricing on the GPU, GPU Gems 2, chapter 45; Abramowitz and Stegun, Handbook of Mathematical
//! Functions, 26.2.17, for the normal distribution.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::black_scholes::{BOUND, Contract, Market, Options, Prices};
//! use gristmill::algorithms::black_scholes;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let market = Market { rate: 0.1, volatility: 0.2 };
//! let contract = Contract { spot: 42.0, strike: 40.0, years: 0.5 };
//! market.check()?;
//! contract.check()?;
//! let [wanted, _] = black_scholes::reference(&market, &contract);
//! let bound = BOUND * 42.0; // a part of the spot
//! let (old, new) = (Options::new(&fragment, &[contract])?, Options::new(&compute, &[contract])?);
//! let (old_fours, new_fours) =
//!     (Options::packed(&fragment, &[contract])?, Options::packed(&compute, &[contract])?);
//! let calls = [
//!     black_scholes::fragment(&fragment, &market, &old)?.call.read()?[0],
//!     black_scholes::fragment_packed(&fragment, &market, &old_fours)?.call.read()?[0][0],
//!     black_scholes::fragment_2005(&fragment, &market, &old)?.call.read()?[0],
//!     black_scholes::compute(&compute, &market, &new)?.call.read()?[0],
//!     black_scholes::compute_packed(&compute, &market, &new_fours)?.call.read()?[0][0],
//! ];
//! assert!(calls.iter().all(|call| (f64::from(*call) - wanted).abs() < bound));
//!
//! let Prices { call, put } = black_scholes(&device, &market, &new)?;
//! let parity = 42.0 - 40.0 * (-0.1_f32 * 0.5).exp(); // of a call and a put that are alike
//! assert!((call.read()?[0] - put.read()?[0] - parity).abs() < 1e-3);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod contracts;

use super::{Check, Trial, Workload};
use crate::algorithms::epsilon;
use crate::{Device, Element, Era, KernelSource, Result, compute_kernel, fragment_kernel, kernel_pair, random};

pub use contracts::{Contract, Market, Options, Prices};

rungs! {
    "the fair prices of calls and puts by their formula", 1 << 20, trial;
    fragment: "one fragment per option, two outputs", "1 pass; 20 bytes per option", "GPU Gems 2, chapter 45";
    fragment_packed: "four options in the channels of a texel", "1 pass; 20 bytes per option", "GPU Gems 2, chapter 33",
        by |device, workload| packed_trial(device, workload, fragment_packed);
    fragment_2005: "both shares of the normal distribution in one polynomial", "1 pass; 20 bytes per option",
        "GPU Gems 2, chapter 45", on "radeon-9700";
    compute: "one invocation per option", "1 dispatch; 20 bytes per option", "Black and Scholes 1973";
    compute_packed: "four options per invocation, read as vec4", "1 dispatch; 20 bytes per option", "vec4 loads",
        by |device, workload| packed_trial(device, workload, compute_packed);
}

const BLACK_SCHOLES: KernelSource = kernel_pair!("numbers/black_scholes");
const OF_2005: KernelSource = fragment_kernel!("numbers/black_scholes_2005");
const PACKED_FRAGMENT: KernelSource = fragment_kernel!("numbers/black_scholes_packed");
const PACKED_COMPUTE: KernelSource = compute_kernel!("numbers/black_scholes_packed");

/// Computes the prices of a call and a put for each option, in the device's era.
///
/// An option on the device that [`Options::new`] would have refused gets NaN for both prices. With no time left, or no
/// volatility, the price is the value of the option if the share grows by the rate alone.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::black_scholes::{Contract, Market, Options, black_scholes}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let market = Market { rate: 0.1, volatility: 0.2 };
/// let options = Options::new(&device, &[Contract { spot: 42.0, strike: 40.0, years: 0.5 }])?;
/// let prices = black_scholes(&device, &market, &options)?;
/// assert!((prices.call.read()?[0] - 4.76).abs() < 0.01); // Hull, Options, Futures, and Other Derivatives
/// assert!((prices.put.read()?[0] - 0.81).abs() < 0.01);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`Market::check`]; [`crate::Error::Call`] if the streams differ in shape.
pub fn black_scholes(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    match device.era() {
        Era::Fragment => fragment(device, market, options),
        Era::Compute => compute(device, market, options),
    }
}

// ANCHOR: reference
/// Computes the prices of the call and of the put on the host, in `f64`.
pub fn reference(market: &Market, contract: &Contract) -> [f64; 2] {
    if market.check().and(contract.check()).is_err() {
        return [f64::NAN; 2];
    }
    let [rate, volatility] = [market.rate, market.volatility].map(f64::from);
    let [spot, strike, years] = [contract.spot, contract.strike, contract.years].map(f64::from);
    let discounted = strike * libm::exp(-rate * years);
    let spread = volatility * years.sqrt();
    if spread == 0.0 {
        return [spot - discounted, discounted - spot].map(|gain| gain.max(0.0));
    }
    let upper = libm::log(spot / discounted) / spread + spread / 2.0;
    let call = spot * integrate_normal(upper) - discounted * integrate_normal(upper - spread);
    let put = discounted * integrate_normal(spread - upper) - spot * integrate_normal(-upper);
    [call, put]
}

/// Returns the share of a normal distribution that is below `x`.
fn integrate_normal(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}
// ANCHOR_END: reference

/// One fragment per option; it writes both prices.
///
/// # Errors
/// As [`black_scholes`].
pub fn fragment(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    price_options(&device.with_era(Era::Fragment)?, BLACK_SCHOLES, ["call", "put"], market, options)
}

/// One fragment per option by a kernel of GLSL 1.10, for any card that computes in floats and has two render targets.
///
/// The options must be such as [`Options::new`] accepts: the prices of others are undefined, since a card of 2002 does
/// not tell a NaN from a number.
///
/// Source: Kolb and Pharr, Options Pricing on the GPU, GPU Gems 2, chapter 45, 2005.
///
/// # Errors
/// As [`black_scholes`].
pub fn fragment_2005(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    price_options(&device.with_era(Era::Fragment)?, OF_2005, ["gl_FragData[0]", "gl_FragData[1]"], market, options)
}

/// One invocation per option.
///
/// # Errors
/// As [`black_scholes`].
pub fn compute(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    price_options(&device.with_era(Era::Compute)?, BLACK_SCHOLES, ["call", "put"], market, options)
}

/// Four options per fragment, one in each channel of a texel.
///
/// # Errors
/// As [`black_scholes`].
pub fn fragment_packed(device: &Device, market: &Market, options: &Options<[f32; 4]>) -> Result<Prices<[f32; 4]>> {
    price_options(&device.with_era(Era::Fragment)?, PACKED_FRAGMENT, ["call", "put"], market, options)
}

/// Four options per invocation, read and written as vec4.
///
/// # Errors
/// As [`black_scholes`].
pub fn compute_packed(device: &Device, market: &Market, options: &Options<[f32; 4]>) -> Result<Prices<[f32; 4]>> {
    price_options(&device.with_era(Era::Compute)?, PACKED_COMPUTE, ["call", "put"], market, options)
}

fn price_options<T: Element>(
    device: &Device,
    kernel: KernelSource,
    outputs: [&str; 2],
    market: &Market,
    options: &Options<T>,
) -> Result<Prices<T>> {
    market.check()?;
    let shape = options.spot.shape();
    let mut prices = Prices { call: device.empty(shape)?, put: device.empty(shape)? };
    device
        .kernel(&kernel)?
        .call()
        .uniform("rate", market.rate)
        .uniform("volatility", market.volatility)
        .input("spot", &options.spot)
        .input("strike", &options.strike)
        .input("years", &options.years)
        .output(outputs[0], &mut prices.call)
        .output(outputs[1], &mut prices.put)
        .run()?;
    Ok(prices)
}

/// Largest error of a price, for each unit of spot and strike together.
///
/// The polynomial for the normal distribution is off by 7.5e-8, in both of its uses; roundings and the
/// exponential function add a dozen units of 2^-24. The error of the logarithm shifts both uses alike, and there the
/// price has no slope: `spot * density(upper)` is equal to `discounted * density(lower)`. Together that is less than
/// 2^-19.
pub const BOUND: f64 = 1.0 / (1 << 19) as f64;

const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };

/// Builds options like those of the SDKs of the time: spots of 5 to 30, strikes of 1 to 100, a quarter of a year to ten
/// years.
fn build_contracts(workload: &Workload) -> Vec<Contract> {
    (0..workload.size as u32)
        .map(|i: u32| Contract {
            spot: 5.0 + 25.0 * draw_number(i, 0, workload.seed),
            strike: 1.0 + 99.0 * draw_number(i, 1, workload.seed),
            years: 0.25 + 9.75 * draw_number(i, 2, workload.seed),
        })
        .collect()
}

fn draw_number(i: u32, draw: u32, seed: u32) -> f32 {
    random::uniform(seed, i, draw)
}

/// Compares prices with the reference's, both per unit of spot and strike. The bound is [`BOUND`], and larger on a
/// device with less precision.
fn check_prices(device: &Device, contracts: &[Contract], call: &[f32], put: &[f32]) -> Check {
    let bound = BOUND * epsilon(device) / f64::from(f32::EPSILON);
    let wanted = contracts
        .iter()
        .flat_map(|contract| reference(&MARKET, contract).map(|price| scale_price(price, contract)));
    let given = contracts.iter().zip(call.iter().zip(put));
    let given =
        given.flat_map(|(contract, (call, put))| [call, put].map(|price| scale_price((*price).into(), contract)));
    let given: Vec<f32> = given.collect();
    let wanted: Vec<f32> = wanted.collect();
    let check = Check::within(&given, &wanted, bound);
    Check::new(contracts.len(), check.error, check.bound)
}

fn scale_price(price: f64, contract: &Contract) -> f32 {
    (price / f64::from(contract.spot + contract.strike)) as f32
}

type PriceRung = fn(&Device, &Market, &Options) -> Result<Prices>;
type PackedPriceRung = fn(&Device, &Market, &Options<[f32; 4]>) -> Result<Prices<[f32; 4]>>;

fn trial(device: &Device, workload: &Workload, rung: PriceRung) -> Result<Trial> {
    let contracts = build_contracts(workload);
    let options = Options::new(device, &contracts)?;
    let device = device.clone();
    let judge = device.clone();
    Ok(Trial::new(
        move || rung(&device, &MARKET, &options),
        move |prices| Ok(check_prices(&judge, &contracts, &prices.call.read()?, &prices.put.read()?)),
    ))
}

fn packed_trial(device: &Device, workload: &Workload, rung: PackedPriceRung) -> Result<Trial> {
    let contracts = build_contracts(workload);
    let options = Options::packed(device, &contracts)?;
    let device = device.clone();
    let judge = device.clone();
    Ok(Trial::new(
        move || rung(&device, &MARKET, &options),
        move |prices| {
            Ok(check_prices(&judge, &contracts, prices.call.read()?.as_flattened(), prices.put.read()?.as_flattened()))
        },
    ))
}
