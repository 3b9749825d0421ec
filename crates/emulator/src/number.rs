//! Types of numbers of any width, and their values in registers.
//!
//! A 64-bit number is two registers, the low word first. An 8- or 16-bit number is one register: integers are
//! sign- or zero-extended, a `float16_t` is held as a `float`.

/// Type of a scalar, with its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NumberType {
    /// A signed integer.
    Int(u8),
    /// An unsigned integer; also a boolean, as 0 or all ones of 32 bits.
    Uint(u8),
    /// A float.
    Float(u8),
}

impl NumberType {
    /// Width in bits.
    pub fn bit_width(self) -> u8 {
        let (NumberType::Int(bits) | NumberType::Uint(bits) | NumberType::Float(bits)) = self;
        bits
    }

    /// Number of registers, or 32-bit words, of a value.
    pub fn register_count(self) -> u32 {
        if self.bit_width() > 32 { 2 } else { 1 }
    }

    /// Converts these bits of a memory to the word of a register.
    pub fn widen(self, bits: u32) -> u32 {
        match self {
            NumberType::Float(16) => {
                let half = half::f16::from_bits(bits as u16);
                // A NaN keeps its sign and payload.
                let nothing = (bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << 13;
                if half.is_nan() { nothing } else { half.to_f32().to_bits() }
            }
            NumberType::Int(8) => i32::from(bits as i8) as u32,
            NumberType::Int(16) => i32::from(bits as i16) as u32,
            NumberType::Uint(8) => bits & 0xff,
            NumberType::Uint(16) => bits & 0xffff,
            _ => bits,
        }
    }

    /// Converts the word of a register to the bits of a memory.
    pub fn narrow(self, word: u32) -> u32 {
        match self {
            NumberType::Float(16) => {
                let float = f32::from_bits(word);
                let nothing = word >> 16 & 0x8000 | 0x7c00 | (word >> 13 & 0x3ff).max(1);
                if float.is_nan() { nothing } else { half::f16::from_f32(float).to_bits().into() }
            }
            _ => word & self.value_mask(),
        }
    }

    /// Mask of its bits, at most 32 of them.
    pub fn value_mask(self) -> u32 {
        u32::MAX >> (32 - u32::from(self.bit_width().clamp(1, 32)))
    }

    /// Its name in GLSL.
    pub fn glsl_name(self) -> &'static str {
        match self {
            NumberType::Int(8) => "int8_t",
            NumberType::Int(16) => "int16_t",
            NumberType::Int(64) => "int64_t",
            NumberType::Uint(8) => "uint8_t",
            NumberType::Uint(16) => "uint16_t",
            NumberType::Uint(64) => "uint64_t",
            NumberType::Float(16) => "float16_t",
            NumberType::Float(64) => "double",
            NumberType::Int(_) => "int",
            NumberType::Uint(_) => "uint",
            NumberType::Float(_) => "float",
        }
    }
}

/// The greatest number in signed 12-bit fixed point with 10 fraction bits; the least is -2.
const MOST_FIXED: f32 = 2047.0 / 1024.0;

/// Returns the nearest number in signed 12-bit fixed point with 10 fraction bits, ties to even: the numbers of the
/// suffix X in NV_fragment_program (section 3.11.4.2). Beyond their range it is the nearest of them, and 0 for a NaN.
#[inline(always)]
pub fn round_to_fixed(x: f32) -> f32 {
    /// The last bit of a float of this size is 1/1024.
    const RAISED: f32 = 12_288.0;
    let bounded = if x > MOST_FIXED { MOST_FIXED } else { x };
    let bounded = if bounded < -2.0 { -2.0 } else { bounded };
    let rounded = (bounded + RAISED) - RAISED;
    if x.is_nan() { 0.0 } else { rounded }
}

/// Returns the nearest half, ties to even.
pub fn round_to_half(x: f32) -> f32 {
    half::f16::from_f32(x).to_f32()
}

/// Splits a 64-bit number into two words, the low one first.
pub fn split_words(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// Joins two words into a 64-bit number.
pub fn join_words(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Returns the bits of a result. Every NaN becomes the same one, because its sign and payload
/// depend on the processor, on its vector instructions and on the order in which a compiler puts
/// the operands.
#[inline(always)]
pub fn float_bits(result: f32) -> u32 {
    if result.is_nan() { f32::NAN.to_bits() } else { result.to_bits() }
}

/// Returns the bits of a 64-bit result, as [`float_bits`] does.
#[inline(always)]
pub fn double_bits(result: f64) -> u64 {
    if result.is_nan() { f64::NAN.to_bits() } else { result.to_bits() }
}
