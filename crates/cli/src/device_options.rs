//! The options that choose a device, and the device that they choose.

use crate::terminal::{EarlyExit, warn};
use clap::Args;
use gristmill::algorithms::Rung;
use gristmill::{Device, Era, MachineChoice, Profile, Result};

/// The device, and the card that it plays.
#[derive(Args)]
pub struct DeviceOptions {
    /// The device: gl (the first that works), a number of `gristmill doctor`, webgpu, or emulator
    #[arg(long, global = true, value_name = "gl|N|webgpu|emulator")]
    pub device: Option<MachineChoice>,
    /// The card of `gristmill cards` that the device plays: kernels that it refuses are refused, and the emulator uses
    /// its arithmetic
    #[arg(long, value_name = "NAME")]
    pub card: Option<String>,
}

/// Opens the device of `--device`, else that of `GRISTMILL_DEVICE`, else the first that works, with the card of
/// `--card`.
pub fn open_device(options: &DeviceOptions) -> Result<Device> {
    let device = match options.device {
        Some(choice) => Device::choose(Era::Fragment, choice)?,
        None => Device::open(Era::Fragment)?,
    };
    let said = std::env::var("GRISTMILL_CARD").ok().filter(|card| !card.is_empty());
    match options.card.as_ref().or(said.as_ref()) {
        Some(card) => device.with_card(Profile::named(card)?),
        None => Ok(device),
    }
}

/// Opens the device, and keeps the rungs that it runs. Prints a warning if one era is left out.
///
/// # Errors
/// There is no device, or it runs none of these rungs.
pub fn open_for_rungs(
    options: &DeviceOptions,
    rungs: Vec<&'static Rung>,
) -> Result<(Device, Vec<&'static Rung>), EarlyExit> {
    let device = open_device(options)?;
    let Err(error) = device.with_era(Era::Compute) else { return Ok((device, rungs)) };
    let (kept, lost): (Vec<_>, Vec<_>) = rungs.into_iter().partition(|rung| rung.era == Era::Fragment);
    if kept.is_empty() {
        return Err(error.into());
    }
    if !lost.is_empty() {
        warn(error);
    }
    Ok((device, kept))
}
