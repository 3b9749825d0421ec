//! The numbers that a device calculates with: a float's, or those of a card that an emulator plays.

use crate::{Device, DeviceKind};

/// The distance from 1 to the next number of the device: a float's, or that of the card which an emulator plays. A bound
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

/// Numbers as the device holds them: themselves, or cut to the mantissa of the card that an emulator plays. What only moves
/// them is exact then on every card.
pub(super) fn held(device: &Device, mut numbers: Vec<f32>) -> Vec<f32> {
    let lost = libm::log2(epsilon(device) / f64::from(f32::EPSILON)) as u32;
    for number in &mut numbers {
        *number = f32::from_bits(number.to_bits() >> lost << lost);
    }
    numbers
}
