//! Numbers of any width, as the words of their registers hold them.
//!
//! A number of 64 bits is two registers, the low word first. One of 8 or 16 bits is one register: whole
//! numbers with their sign or zeros above, a `float16_t` as the `float` that it is.

/// What a scalar is, with its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Number {
    /// With a sign.
    Int(u8),
    /// Without one; a truth as well, as 0 or all ones of 32 bits.
    Uint(u8),
    /// A float.
    Float(u8),
}

impl Number {
    /// Its bits.
    pub fn bits(self) -> u8 {
        let (Number::Int(bits) | Number::Uint(bits) | Number::Float(bits)) = self;
        bits
    }

    /// Registers, and words of 32 bits, that it takes.
    pub fn words(self) -> u32 {
        if self.bits() > 32 { 2 } else { 1 }
    }

    /// What its register holds where a memory has these bits.
    pub fn widened(self, bits: u32) -> u32 {
        match self {
            Number::Float(16) => {
                let half = half::f16::from_bits(bits as u16);
                // What is no number stays as it is, bit for bit.
                let nothing = (bits & 0x8000) << 16 | 0x7f80_0000 | (bits & 0x3ff) << 13;
                if half.is_nan() { nothing } else { half.to_f32().to_bits() }
            }
            Number::Int(8) => i32::from(bits as i8) as u32,
            Number::Int(16) => i32::from(bits as i16) as u32,
            Number::Uint(8) => bits & 0xff,
            Number::Uint(16) => bits & 0xffff,
            _ => bits,
        }
    }

    /// The bits that a memory has of what its register holds.
    pub fn narrowed(self, word: u32) -> u32 {
        match self {
            Number::Float(16) => {
                let float = f32::from_bits(word);
                let nothing = word >> 16 & 0x8000 | 0x7c00 | (word >> 13 & 0x3ff).max(1);
                if float.is_nan() { nothing } else { half::f16::from_f32(float).to_bits().into() }
            }
            _ => word & self.mask(),
        }
    }

    /// Ones for as many bits as it has, of 32 at most.
    pub fn mask(self) -> u32 {
        u32::MAX >> (32 - u32::from(self.bits().clamp(1, 32)))
    }

    /// What GLSL calls it.
    pub fn name(self) -> &'static str {
        match self {
            Number::Int(8) => "int8_t",
            Number::Int(16) => "int16_t",
            Number::Int(64) => "int64_t",
            Number::Uint(8) => "uint8_t",
            Number::Uint(16) => "uint16_t",
            Number::Uint(64) => "uint64_t",
            Number::Float(16) => "float16_t",
            Number::Float(64) => "double",
            Number::Int(_) => "int",
            Number::Uint(_) => "uint",
            Number::Float(_) => "float",
        }
    }
}

/// The two words of a number of 64 bits, the low one first.
pub fn split(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

/// The number of two words.
pub fn join(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Returns the bits of a result. What is not a number has the same ones everywhere: its sign and payload depend on the
/// processor, on its vectors and on which operand a compiler puts first.
#[inline(always)]
pub fn float_bits(result: f32) -> u32 {
    if result.is_nan() { f32::NAN.to_bits() } else { result.to_bits() }
}

/// Returns the bits of a result of 64 bits, as [`float_bits`] does.
#[inline(always)]
pub fn double_bits(result: f64) -> u64 {
    if result.is_nan() { f64::NAN.to_bits() } else { result.to_bits() }
}
