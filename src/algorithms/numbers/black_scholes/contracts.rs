//! Options and their market, on the host and on a device.

use crate::algorithms::fours;
use crate::{Device, Element, Error, Result, Stream};

/// The parameters that all options have in common.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Market {
    /// Risk-free interest per year, compounded continuously: 0.02 for two per cent. It may be below 0.
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
    /// Years until the option is exercised, 0 or more.
    pub years: f32,
}

impl Market {
    /// Checks that options can be priced in this market.
    ///
    /// # Errors
    /// [`Error::Data`] if the volatility is negative, or a number is not finite.
    pub fn check(&self) -> Result<()> {
        let Market { rate, volatility } = *self;
        if !(rate.is_finite() && volatility.is_finite() && volatility >= 0.0) {
            return Err(Error::data(format!(
                "a rate of {rate} and a volatility of {volatility} are not valid; give finite numbers, and a \
                 volatility of 0 or more"
            )));
        }
        Ok(())
    }
}

impl Contract {
    /// Checks that the option has a price.
    ///
    /// # Errors
    /// [`Error::Data`] if the spot or the strike is not above 0, the time is negative, or a number is not
    /// finite.
    pub fn check(&self) -> Result<()> {
        let Contract { spot, strike, years } = *self;
        let finite = [spot, strike, years].iter().all(|number| number.is_finite());
        if !(finite && spot > 0.0 && strike > 0.0 && years >= 0.0) {
            return Err(Error::data(format!(
                "spot {spot}, strike {strike} and {years} years are not valid; give finite prices above 0 and a time \
                 that is not below 0"
            )));
        }
        Ok(())
    }
}

/// Options as a struct of streams: of `f32`, or of four per texel.
#[derive(Debug)]
pub struct Options<T: Element = f32> {
    /// The prices of the shares today.
    pub spot: Stream<T>,
    /// The prices agreed.
    pub strike: Stream<T>,
    /// Years until the options are exercised.
    pub years: Stream<T>,
}

/// The prices of calls and puts, one each for each option.
#[derive(Debug)]
pub struct Prices<T: Element = f32> {
    /// Value of the right to buy.
    pub call: Stream<T>,
    /// Value of the right to sell.
    pub put: Stream<T>,
}

impl Options {
    /// Uploads contracts.
    ///
    /// # Errors
    /// [`Error::Data`] at the first one that has no price, [`Error::Limit`] if they do not fit the device.
    pub fn new(device: &Device, contracts: &[Contract]) -> Result<Options> {
        let [spot, strike, years] = split_columns(contracts)?;
        Ok(Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? })
    }
}

impl Options<[f32; 4]> {
    /// Uploads contracts, four per texel.
    ///
    /// # Errors
    /// As [`Options::new`].
    pub fn packed(device: &Device, contracts: &[Contract]) -> Result<Options<[f32; 4]>> {
        let [spot, strike, years] = split_columns(contracts)?.map(|column| fours(&column, 1.0));
        Ok(Options { spot: device.stream(&spot)?, strike: device.stream(&strike)?, years: device.stream(&years)? })
    }
}

fn split_columns(contracts: &[Contract]) -> Result<[Vec<f32>; 3]> {
    contracts.iter().try_for_each(Contract::check)?;
    Ok([
        collect_column(|contract| contract.spot, contracts),
        collect_column(|contract| contract.strike, contracts),
        collect_column(|contract| contract.years, contracts),
    ])
}

fn collect_column(number: fn(&Contract) -> f32, contracts: &[Contract]) -> Vec<f32> {
    contracts.iter().map(number).collect()
}
