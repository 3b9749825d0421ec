//! Floats of 16, 11 and 10 bits: five bits of exponent in each; the last two have no sign.

/// Returns the bits of the mantissa, and true if there is a sign.
fn mantissa_layout(bits: u8) -> (u32, bool) {
    match bits {
        11 => (6, false),
        10 => (5, false),
        _ => (10, true),
    }
}

/// Decodes the bits, exactly.
pub fn decode_float(raw: u32, bits: u8) -> f32 {
    let (mantissa, has_sign) = mantissa_layout(bits);
    let fraction = raw & ((1 << mantissa) - 1);
    let exponent = (raw >> mantissa) & 31;
    let magnitude = match exponent {
        0 => fraction as f32 * f32::from_bits((127 - 14 - mantissa) << 23),
        31 => f32::from_bits(0x7f80_0000 | (fraction << (23 - mantissa))),
        _ => f32::from_bits(((exponent + 127 - 15) << 23) | (fraction << (23 - mantissa))),
    };
    if has_sign && raw & 0x8000 != 0 { -magnitude } else { magnitude }
}

/// Encodes the nearest number of the format; ties go to even.
///
/// A number that is too large becomes infinite with a sign (16 bits) and the largest number without one, as GL
/// requires. Without a sign, negative numbers become 0.
pub fn encode_float(value: f32, bits: u8) -> u32 {
    let (mantissa, has_sign) = mantissa_layout(bits);
    let infinite = 31 << mantissa;
    let sign = if has_sign { (value.to_bits() >> 16) & 0x8000 } else { 0 };
    if value.is_nan() {
        return sign | infinite | (1 << (mantissa - 1));
    }
    if !has_sign && value < 0.0 {
        return 0;
    }
    let magnitude = value.abs();
    let smallest_normal = f32::from_bits((127 - 14) << 23);
    let rounded = if magnitude < smallest_normal {
        (magnitude * f32::from_bits((127 + 14 + mantissa) << 23)).round_ties_even() as u32
    } else {
        // Cutting the mantissa rounds down; adding half a step before it, less one if the step's last bit is even,
        // rounds to nearest.
        let cut = 23 - mantissa;
        let whole = magnitude.to_bits();
        let half = (1 << (cut - 1)) - 1 + ((whole >> cut) & 1);
        ((whole + half) >> cut) - ((127 - 15) << mantissa)
    };
    let most = if has_sign || value.is_infinite() { infinite } else { infinite - 1 };
    sign | rounded.min(most)
}
