//! Precision of a device: that of `f32`, or of the card that an emulator plays.

use crate::{Device, DeviceKind};

/// Distance from 1 to the device's next larger number: the one of `f32`, or of the card that an emulator plays. A bound
/// that follows from rounding grows with it.
///
/// ```
/// use gristmill::{Device, Era, Profile, algorithms::epsilon};
/// # #[cfg(feature = "emulator")] {
/// let device = Device::emulator(Era::Fragment)?;
/// assert_eq!(epsilon(&device), f64::from(f32::EPSILON));
/// assert_eq!(epsilon(&device.with_card(Profile::named("radeon-9700")?)?), 1.0 / 65_536.0);
/// # }
/// # Ok::<(), gristmill::Error>(())
/// ```
pub fn epsilon(device: &Device) -> f64 {
    match (device.info().kind, device.card()) {
        (DeviceKind::Emulator, Some(card)) => libm::exp2(-f64::from(card.arithmetic.value.format.mantissa_bits())),
        _ => f64::from(f32::EPSILON),
    }
}

/// Truncates numbers to the mantissa of the card that an emulator plays; other devices keep them as they are. Kernels
/// that only move such numbers are exact on every card.
pub(super) fn truncate_mantissas(device: &Device, mut numbers: Vec<f32>) -> Vec<f32> {
    let lost = lost_bits(device);
    for number in &mut numbers {
        *number = f32::from_bits(number.to_bits() >> lost << lost);
    }
    numbers
}

/// Returns how many bits of the mantissa of an `f32` the card that an emulator plays lacks; 0 on other devices.
pub(super) fn lost_bits(device: &Device) -> u32 {
    libm::log2(epsilon(device) / f64::from(f32::EPSILON)) as u32
}
