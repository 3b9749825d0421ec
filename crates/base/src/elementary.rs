//! Elementary functions of floats with the same bits on every platform.
//!
//! The functions of Rust's `f32` and `f64` are those of the platform's C library, which differ: a kernel's sine had
//! other bits in the book's page than in a terminal. These use only additions, multiplications, divisions and square
//! roots of doubles, which IEEE 754 fixes. Rare arguments of angles and powers use the crate `libm`, which is Rust
//! too.
//!
//! Each function is a series of doubles, rounded to a float once at its end, so nearly every result is the nearest
//! float. The usual case has no table and no jump, so a loop over lanes becomes vector code: faster than the C
//! library's, while the functions of `libm` for `f32` are slower and up to two units off.
//!
//! A result that is not a number is always [`f32::NAN`]: processors differ in its sign.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, PI, SQRT_2};

/// A function of one float.
pub trait UnaryFunction {
    /// Returns true if [`usual_case`](UnaryFunction::usual_case) holds for this argument.
    fn is_usual_case(x: f32) -> bool;
    /// Returns the result for a usual argument.
    fn usual_case(x: f32) -> f32;
    /// Returns the result for any other argument.
    fn special_case(x: f32) -> f32;

    /// Returns the result for any argument.
    #[inline]
    fn evaluate(x: f32) -> f32 {
        if Self::is_usual_case(x) { Self::usual_case(x) } else { Self::special_case(x) }
    }
}

/// Defines a function: the condition of its usual case, the result there, and the function of doubles for all other
/// arguments.
macro_rules! define_function {
    ($(#[$documentation:meta])* $name:ident, $x:ident, $is_common:expr, $common:expr, $special:expr) => {
        $(#[$documentation])*
        pub struct $name;

        impl UnaryFunction for $name {
            #[inline(always)]
            fn is_usual_case($x: f32) -> bool {
                $is_common
            }

            #[inline(always)]
            fn usual_case($x: f32) -> f32 {
                let $x = f64::from($x);
                $common as f32
            }

            fn special_case($x: f32) -> f32 {
                let special_case: fn(f64) -> f64 = $special;
                to_float(special_case($x.into()))
            }
        }
    };
}

define_function!(/// The sine.
    Sine, x, x.abs() < SMALL_ANGLE, sine_shifted(x, 0), libm::sin);
define_function!(/// The cosine.
    Cosine, x, x.abs() < SMALL_ANGLE, sine_shifted(x, 1), libm::cos);
define_function!(/// The tangent.
    Tangent, x, x.abs() < SMALL_ANGLE, tangent_of_angle(x), libm::tan);
define_function!(/// The angle of a sine.
    ArcSine, x, x.abs() <= 1.0, angle_of_point(x, ((1.0 - x) * (1.0 + x)).sqrt()), not_a_number);
define_function!(/// The angle of a cosine.
    ArcCosine, x, x.abs() <= 1.0, angle_of_point(((1.0 - x) * (1.0 + x)).sqrt(), x), not_a_number);
define_function!(/// The angle of a tangent.
    ArcTangent, x, !x.is_nan(), angle_of_point(x, 1.0), not_a_number);
define_function!(/// The hyperbolic sine.
    HyperbolicSine, x, !x.is_nan(), hyperbolic_sine(x), not_a_number);
define_function!(/// The hyperbolic cosine.
    HyperbolicCosine, x, !x.is_nan(), hyperbolic_cosine(x), not_a_number);
define_function!(/// The hyperbolic tangent.
    HyperbolicTangent, x, !x.is_nan(), hyperbolic_tangent(x), not_a_number);
define_function!(/// The number with a hyperbolic sine.
    AreaSine, x, x.is_finite(), area_sine(x), std::convert::identity);
define_function!(/// The number with a hyperbolic cosine.
    AreaCosine, x, x >= 1.0 && x.is_finite(), natural_logarithm(x + ((x - 1.0) * (x + 1.0)).sqrt()),
    |x| if x == f64::INFINITY { x } else { f64::NAN });
define_function!(/// The number with a hyperbolic tangent.
    AreaTangent, x, x.abs() < 1.0, area_tangent(x),
    |x| if x.abs() == 1.0 { f64::INFINITY.copysign(x) } else { f64::NAN });
define_function!(/// The exponential.
    Exponential, x, !x.is_nan(), power_of_two(x * LOG2_E), not_a_number);
define_function!(/// Two to the power of a number.
    Exponential2, x, !x.is_nan(), power_of_two(x), not_a_number);
define_function!(/// The natural logarithm.
    Logarithm, x, x > 0.0 && x.is_finite(), natural_logarithm(x), special_logarithm);
define_function!(/// The logarithm to base two.
    Logarithm2, x, x > 0.0 && x.is_finite(), binary_logarithm(x), special_logarithm);

/// A function of two floats.
pub trait BinaryFunction {
    /// Returns true if [`usual_case`](BinaryFunction::usual_case) holds for these arguments.
    fn is_usual_case(x: f32, y: f32) -> bool;
    /// Returns the result for usual arguments.
    fn usual_case(x: f32, y: f32) -> f32;
    /// Returns the result for any other arguments.
    fn special_case(x: f32, y: f32) -> f32;

    /// Returns the result for all arguments, usual or special.
    #[inline]
    fn evaluate(x: f32, y: f32) -> f32 {
        if Self::is_usual_case(x, y) { Self::usual_case(x, y) } else { Self::special_case(x, y) }
    }
}

/// A power; of a negative base it is NaN.
pub struct Power;

impl BinaryFunction for Power {
    #[inline(always)]
    fn is_usual_case(x: f32, y: f32) -> bool {
        x > 0.0 && x.is_finite() && y.is_finite()
    }

    #[inline(always)]
    fn usual_case(x: f32, y: f32) -> f32 {
        power_of_two(f64::from(y) * binary_logarithm(f64::from(x))) as f32
    }

    fn special_case(x: f32, y: f32) -> f32 {
        if x < 0.0 { f32::NAN } else { to_float(libm::pow(x.into(), y.into())) }
    }
}

/// The angle of a point, of its y and x, from -pi to pi.
pub struct ArcTangent2;

impl BinaryFunction for ArcTangent2 {
    #[inline(always)]
    fn is_usual_case(y: f32, x: f32) -> bool {
        y.is_finite() && x.is_finite() && (x != 0.0 || y != 0.0)
    }

    #[inline(always)]
    fn usual_case(y: f32, x: f32) -> f32 {
        angle_of_point(y.into(), x.into()) as f32
    }

    fn special_case(y: f32, x: f32) -> f32 {
        to_float(libm::atan2(y.into(), x.into()))
    }
}

fn not_a_number(_: f64) -> f64 {
    f64::NAN
}

/// Rounds a double to a float; every NaN becomes the same one on all platforms.
#[inline(always)]
fn to_float(x: f64) -> f32 {
    if x.is_nan() { f32::NAN } else { x as f32 }
}

/// Added to a double below 2^51, rounds it to a whole number, which the lowest bits of the sum hold.
const ROUNDING_MAGIC: f64 = 6_755_399_441_055_744.0;

/// Angles below this are reduced by half pi in two parts, the first of 33 bits, so that its multiples are exact.
const SMALL_ANGLE: f32 = 1_048_576.0;
const HALF_PI: [f64; 2] = [f64::from_bits(0x3ff9_21fb_5440_0000), f64::from_bits(0x3dd0_b461_1a62_6331)];

/// Returns an angle less the nearest multiple of half pi, and a word whose lowest bits count those.
#[inline(always)]
fn reduce_angle(x: f64) -> (f64, u64) {
    let rounded = x * FRAC_2_PI + ROUNDING_MAGIC;
    let turns = rounded - ROUNDING_MAGIC;
    ((x - turns * HALF_PI[0]) - turns * HALF_PI[1], rounded.to_bits())
}

/// Returns the sum of the terms' reciprocals times powers of `x`: `1/first + x/second + x x/third ..`.
#[inline(always)]
fn reciprocal_series<const N: usize>(x: f64, terms: [f64; N]) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| 1.0 / term + x * sum)
}

/// The factorials of 1, 3, 5 .. and of 0, 2, 4 ..
const ODD_FACTORIALS: [f64; 8] =
    [1.0, 6.0, 120.0, 5_040.0, 362_880.0, 39_916_800.0, 6_227_020_800.0, 1_307_674_368_000.0];
const EVEN_FACTORIALS: [f64; 8] = [1.0, 2.0, 24.0, 720.0, 40_320.0, 3_628_800.0, 479_001_600.0, 87_178_291_200.0];

/// Returns the sine of an angle of at most a quarter pi.
#[inline(always)]
fn small_sine(x: f64) -> f64 {
    x * reciprocal_series(-x * x, ODD_FACTORIALS)
}

/// Returns the cosine of an angle of at most a quarter pi.
#[inline(always)]
fn small_cosine(x: f64) -> f64 {
    reciprocal_series(-x * x, EVEN_FACTORIALS)
}

/// Returns the sine of an angle plus `quarters` quarter turns.
#[inline(always)]
fn sine_shifted(x: f64, quarters: u64) -> f64 {
    let (rest, turns) = reduce_angle(x);
    let turns = turns.wrapping_add(quarters);
    let sine = small_sine(rest);
    let cosine = small_cosine(rest);
    let size = if turns & 1 == 0 { sine } else { cosine };
    if turns & 2 == 0 { size } else { -size }
}

#[inline(always)]
fn tangent_of_angle(x: f64) -> f64 {
    let (rest, turns) = reduce_angle(x);
    let sine = small_sine(rest);
    let cosine = small_cosine(rest);
    let (over, under) = if turns & 1 == 0 { (sine, cosine) } else { (-cosine, sine) };
    over / under
}

/// Returns the angle of a point, from -pi to pi.
#[inline(always)]
fn angle_of_point(y: f64, x: f64) -> f64 {
    let up = y.abs();
    let along = x.abs();
    // Subtracts a half or a quarter of a right angle, so that the remaining tangent is at most the root of 2 less 1.
    let steep = up > along * (SQRT_2 + 1.0);
    let middling = up > along * (SQRT_2 - 1.0);
    let (over, under) = if middling { (up - along, up + along) } else { (up, along) };
    let (over, under) = if steep { (-along, up) } else { (over, under) };
    let less = if middling { FRAC_PI_4 } else { 0.0 };
    let less = if steep { FRAC_PI_2 } else { less };
    let tangent = over / under;
    let rest = tangent
        * reciprocal_series(
            -tangent * tangent,
            [1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 17.0, 19.0, 21.0, 23.0, 25.0, 27.0, 29.0, 31.0],
        );
    let size = less + rest;
    (if x.is_sign_negative() { PI - size } else { size }).copysign(y)
}

/// Returns two to the power of `x`; an infinity or zero if no float is so large or so small.
#[inline(always)]
fn power_of_two(x: f64) -> f64 {
    let x = if x > -200.0 { x } else { -200.0 };
    let x = if x < 200.0 { x } else { 200.0 };
    let rounded = x + ROUNDING_MAGIC;
    let rest = (x - (rounded - ROUNDING_MAGIC)) * LN_2;
    let scale = f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52);
    scale
        * reciprocal_series(
            rest,
            [1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5_040.0, 40_320.0, 362_880.0, 3_628_800.0, 39_916_800.0],
        )
}

/// Returns the hyperbolic sine of a number below 1, where exponentials would cancel.
#[inline(always)]
fn small_hyperbolic_sine(x: f64) -> f64 {
    x * reciprocal_series(x * x, ODD_FACTORIALS)
}

#[inline(always)]
fn hyperbolic_sine(x: f64) -> f64 {
    let exponential = power_of_two(x.abs() * LOG2_E);
    let large = (exponential - 1.0 / exponential) / 2.0;
    if x.abs() < 1.0 { small_hyperbolic_sine(x) } else { large.copysign(x) }
}

#[inline(always)]
fn hyperbolic_cosine(x: f64) -> f64 {
    let exponential = power_of_two(x.abs() * LOG2_E);
    (exponential + 1.0 / exponential) / 2.0
}

#[inline(always)]
fn hyperbolic_tangent(x: f64) -> f64 {
    hyperbolic_sine(x) / hyperbolic_cosine(x)
}

/// Half the logarithm of `(1 + x) / (1 - x)`, where that is between the roots of 1/2 and 2.
#[inline(always)]
fn small_area_tangent(x: f64) -> f64 {
    x * reciprocal_series(x * x, [1.0, 3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 17.0, 19.0])
}

/// The bound of [`small_area_tangent`].
const SMALL_AREA_BOUND: f64 = 0.17;

#[inline(always)]
fn area_tangent(x: f64) -> f64 {
    let large = natural_logarithm((1.0 + x.abs()) / (1.0 - x.abs())) / 2.0;
    if x.abs() < SMALL_AREA_BOUND { small_area_tangent(x) } else { large.copysign(x) }
}

#[inline(always)]
fn area_sine(x: f64) -> f64 {
    let root = (x * x + 1.0).sqrt();
    let large = natural_logarithm(x.abs() + root);
    if x.abs() < SMALL_AREA_BOUND { small_area_tangent(x / root) } else { large.copysign(x) }
}

/// Returns the power of two near a positive number, and the logarithm of the remaining factor.
#[inline(always)]
fn split_logarithm(x: f64) -> (f64, f64) {
    const ROOT_OF_HALF: u64 = FRAC_1_SQRT_2.to_bits();
    const ONE: u64 = 1.0_f64.to_bits();
    /// From here on doubles are consecutive whole numbers, counted by their lowest bits.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    let bits = x.to_bits().wrapping_add(ONE - ROOT_OF_HALF);
    let exponent = f64::from_bits(bits >> 52 | WHOLE.to_bits()) - (WHOLE + 1023.0);
    let mantissa = f64::from_bits((bits & ((1 << 52) - 1)).wrapping_add(ROOT_OF_HALF));
    (exponent, 2.0 * small_area_tangent((mantissa - 1.0) / (mantissa + 1.0)))
}

#[inline(always)]
fn natural_logarithm(x: f64) -> f64 {
    let (exponent, rest) = split_logarithm(x);
    exponent * LN_2 + rest
}

#[inline(always)]
fn binary_logarithm(x: f64) -> f64 {
    let (exponent, rest) = split_logarithm(x);
    exponent + rest * LOG2_E
}

fn special_logarithm(x: f64) -> f64 {
    match x {
        0.0 => f64::NEG_INFINITY,
        f64::INFINITY => x,
        _ => f64::NAN,
    }
}
