//! Black-Scholes: the fair prices of options on a share that pays no dividend, to be exercised on one day.
//!
//! | era | method | passes | bytes an option |
//! |---|---|---|---|
//! | fragment | one fragment an option, two outputs | 1 | 20 |
//! | fragment, packed | four options in the lanes of a texel | 1 | 20 |
//! | compute | one invocation an option | 1 | 20 |
//! | compute, packed | four options an invocation, read as vec4 | 1 | 20 |
//!
//! Sources: Black and Scholes, The Pricing of Options and Corporate Liabilities, 1973; Kolb and Pharr, Options Pricing on the GPU, GPU Gems 2,
//! chapter 45; Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17, for the normal distribution.

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::algorithms::fours;
use crate::{
    Device, Element, Era, Error, KernelSource, Result, Stream, compute_kernel, fragment_kernel, kernel_pair, random,
};

const BLACK_SCHOLES: KernelSource = kernel_pair!("numbers/black_scholes");
const PACKED_FRAGMENT: KernelSource = fragment_kernel!("numbers/black_scholes_packed");
const PACKED_COMPUTE: KernelSource = compute_kernel!("numbers/black_scholes_packed");
const PRICES: &str = include_str!("../../../kernel_includes/black_scholes.glsl");
/// The normal distribution, and back.
pub(super) const NORMAL: &str = include_str!("../../../kernel_includes/normal.glsl");

/// What all options have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Market {
    /// The interest that is paid without risk, a year, compounded all the time: 0.02 for two per cent. It may be below 0.
    pub rate: f32,
    /// The standard deviation of the share's growth in a year: 0.3 for thirty per cent. Not below 0.
    pub volatility: f32,
}

/// One option: the right to buy the share at a price (a call), or to sell it (a put).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contract {
    /// The price of the share today, above 0.
    pub spot: f32,
    /// The price agreed, above 0.
    pub strike: f32,
    /// The years until the day, 0 or more.
    pub years: f32,
}

impl Market {
    /// That prices can be had here.
    ///
    /// # Errors
    /// [`Error::Data`] where the volatility is negative, or a number is not finite.
    pub fn check(&self) -> Result<()> {
        let Market { rate, volatility } = *self;
        if !(rate.is_finite() && volatility.is_finite() && volatility >= 0.0) {
            return Err(Error::data(format!(
                "a rate of {rate} and a volatility of {volatility} are no market; both are finite and the volatility is not below 0"
            )));
        }
        Ok(())
    }
}

impl Contract {
    /// That it has a price.
    ///
    /// # Errors
    /// [`Error::Data`] where the spot or the strike is not above 0, the time is negative, or a number is not finite.
    pub fn check(&self) -> Result<()> {
        let Contract { spot, strike, years } = *self;
        let finite = [spot, strike, years].iter().all(|number| number.is_finite());
        if !(finite && spot > 0.0 && strike > 0.0 && years >= 0.0) {
            return Err(Error::data(format!(
                "spot {spot}, strike {strike} and {years} years are no option; give finite prices above 0 and a time that is not below 0"
            )));
        }
        Ok(())
    }
}

/// Options as a struct of streams: of `f32`, or of four a texel.
pub struct Options<T: Element = f32> {
    /// The prices of the shares today.
    pub spot: Stream<T>,
    /// The prices agreed.
    pub strike: Stream<T>,
    /// The years until then.
    pub years: Stream<T>,
}

/// The prices of calls and puts, one each for each option.
pub struct Prices<T: Element = f32> {
    /// What the right to buy is worth.
    pub call: Stream<T>,
    /// What the right to sell is worth.
    pub put: Stream<T>,
}

impl Options {
    /// Uploads contracts.
    ///
    /// # Errors
    /// [`Error::Data`] at the first one that has no price, [`Error::Limit`] where they do not fit the machine.
    pub fn new(device: &Device, contracts: &[Contract]) -> Result<Options> {
        let [spot, strike, years] = columns(contracts)?;
        Ok(Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? })
    }
}

impl Options<[f32; 4]> {
    /// Uploads contracts, four a texel.
    ///
    /// # Errors
    /// As [`Options::new`].
    pub fn packed(device: &Device, contracts: &[Contract]) -> Result<Options<[f32; 4]>> {
        let [spot, strike, years] = columns(contracts)?.map(|column| fours(&column, 1.0));
        Ok(Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? })
    }
}

fn columns(contracts: &[Contract]) -> Result<[Vec<f32>; 3]> {
    contracts.iter().try_for_each(Contract::check)?;
    let column = |number: fn(&Contract) -> f32| contracts.iter().map(number).collect();
    Ok([column(|contract| contract.spot), column(|contract| contract.strike), column(|contract| contract.years)])
}

/// The prices of a call and a put for each option, in the device's era.
///
/// An option on the device that [`Options::new`] would have refused gets NaN for both prices. With no time left, or no volatility, the price is
/// what the option is worth if the share grows by the rate alone.
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
/// As [`Market::check`]; [`Error::Call`] where the streams differ in shape.
pub fn black_scholes(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    match device.era() {
        Era::Fragment => fragment(device, market, options),
        Era::Compute => compute(device, market, options),
    }
}

// ANCHOR: reference
/// The same in `f64`: the prices of the call and of the put.
pub fn reference(market: &Market, contract: &Contract) -> [f64; 2] {
    if market.check().and(contract.check()).is_err() {
        return [f64::NAN; 2];
    }
    let [rate, volatility] = [market.rate, market.volatility].map(f64::from);
    let [spot, strike, years] = [contract.spot, contract.strike, contract.years].map(f64::from);
    let discounted = strike * (-rate * years).exp();
    let spread = volatility * years.sqrt();
    if spread == 0.0 {
        return [spot - discounted, discounted - spot].map(|gain| gain.max(0.0));
    }
    let upper = (spot / discounted).ln() / spread + spread / 2.0;
    let below = |x: f64| 0.5 * libm::erfc(-x / std::f64::consts::SQRT_2);
    let call = spot * below(upper) - discounted * below(upper - spread);
    let put = discounted * below(spread - upper) - spot * below(-upper);
    [call, put]
}
// ANCHOR_END: reference

/// One fragment an option; it writes both prices.
///
/// # Errors
/// As [`black_scholes`].
pub fn fragment(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    run(&device.with_era(Era::Fragment)?, BLACK_SCHOLES, market, options)
}

/// One invocation an option.
///
/// # Errors
/// As [`black_scholes`].
pub fn compute(device: &Device, market: &Market, options: &Options) -> Result<Prices> {
    run(&device.with_era(Era::Compute)?, BLACK_SCHOLES, market, options)
}

/// Four options a fragment, one in each lane of a texel.
///
/// # Errors
/// As [`black_scholes`].
pub fn fragment_packed(device: &Device, market: &Market, options: &Options<[f32; 4]>) -> Result<Prices<[f32; 4]>> {
    run(&device.with_era(Era::Fragment)?, PACKED_FRAGMENT, market, options)
}

/// Four options an invocation, read and written as vec4.
///
/// # Errors
/// As [`black_scholes`].
pub fn compute_packed(device: &Device, market: &Market, options: &Options<[f32; 4]>) -> Result<Prices<[f32; 4]>> {
    run(&device.with_era(Era::Compute)?, PACKED_COMPUTE, market, options)
}

fn run<T: Element>(device: &Device, kernel: KernelSource, market: &Market, options: &Options<T>) -> Result<Prices<T>> {
    market.check()?;
    let shape = options.spot.shape();
    let mut prices = Prices { call: device.empty(shape)?, put: device.empty(shape)? };
    let kernel = device.kernel(&kernel.include("black_scholes.glsl", PRICES).include("normal.glsl", NORMAL))?;
    let call = kernel
        .call()
        .uniform("rate", market.rate)
        .uniform("volatility", market.volatility);
    let call = call
        .input("spot", &options.spot)
        .input("strike", &options.strike)
        .input("years", &options.years);
    call.output("call", &mut prices.call).output("put", &mut prices.put).run()?;
    Ok(prices)
}

/// How far a price may be off, for each unit of spot and strike together.
///
/// The polynomial for the normal distribution is off by 7.5e-8, in both of its uses; roundings and the exponential function add a dozen units of
/// 2^-24. What the logarithm is off shifts both uses alike, and there the price has no slope: `spot * density(upper)` is equal to
/// `discounted * density(lower)`. Together that is less than 2^-19.
pub const BOUND: f64 = 1.0 / (1 << 19) as f64;

const MARKET: Market = Market { rate: 0.02, volatility: 0.3 };

/// Options as the SDKs of the time made them: spots of 5 to 30, strikes of 1 to 100, a quarter of a year to ten years.
fn made(workload: &Workload) -> Vec<Contract> {
    let number = |i: u32, draw: u32| random::uniform(workload.seed, i, draw);
    let contract = |i: u32| Contract {
        spot: 5.0 + 25.0 * number(i, 0),
        strike: 1.0 + 99.0 * number(i, 1),
        years: 0.25 + 9.75 * number(i, 2),
    };
    (0..workload.size as u32).map(contract).collect()
}

/// Prices against the reference's, both for one unit of spot and strike.
fn judge(contracts: &[Contract], call: &[f32], put: &[f32]) -> Check {
    let scaled = |price: f64, contract: &Contract| (price / f64::from(contract.spot + contract.strike)) as f32;
    let wanted = contracts
        .iter()
        .flat_map(|contract| reference(&MARKET, contract).map(|price| scaled(price, contract)));
    let given = contracts.iter().zip(call.iter().zip(put));
    let given = given.flat_map(|(contract, (call, put))| [call, put].map(|price| scaled((*price).into(), contract)));
    let (given, wanted): (Vec<f32>, Vec<f32>) = (given.collect(), wanted.collect());
    let mut check = Check::within(&given, &wanted, BOUND);
    check.elements = contracts.len();
    check
}

type Scalars = fn(&Device, &Market, &Options) -> Result<Prices>;
type Fours = fn(&Device, &Market, &Options<[f32; 4]>) -> Result<Prices<[f32; 4]>>;

fn trial(device: &Device, workload: &Workload, rung: Scalars) -> Result<Trial> {
    let contracts = made(workload);
    let (device, options) = (device.clone(), Options::new(device, &contracts)?);
    Ok(Trial::new(
        move || rung(&device, &MARKET, &options),
        move |prices| Ok(judge(&contracts, &prices.call.read()?, &prices.put.read()?)),
    ))
}

fn packed_trial(device: &Device, workload: &Workload, rung: Fours) -> Result<Trial> {
    let contracts = made(workload);
    let (device, options) = (device.clone(), Options::packed(device, &contracts)?);
    Ok(Trial::new(
        move || rung(&device, &MARKET, &options),
        move |prices| Ok(judge(&contracts, prices.call.read()?.as_flattened(), prices.put.read()?.as_flattened())),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "black_scholes",
    part: "numbers",
    summary: "the fair prices of calls and puts by their formula",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "one fragment an option, two outputs",
            source: "GPU Gems 2, chapter 45",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_packed",
            era: Era::Fragment,
            method: "four options a texel",
            source: "GPU Gems 2, chapter 33",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, fragment_packed),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "one invocation an option",
            source: "Black and Scholes 1973",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_packed",
            era: Era::Compute,
            method: "four options an invocation",
            source: "vec4 loads",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| packed_trial(device, workload, compute_packed),
        },
    ],
};
