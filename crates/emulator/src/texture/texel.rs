//! Texel formats: their layout in words, and the conversion to a kernel's values.
//!
//! A texel is packed as GL packs it, component after component from the lowest bit, and then fills whole words:
//! `rgba16f` is two words, `rgba8` is one (red in the lowest byte) and `r8` is one too, with 24 bits that
//! stay 0. So two formats of one size see each other's bits, as an image unit does, and a store rounds to
//! the format because nothing else is kept.

use super::small_float;
use crate::storage::Storage;
use gristmill_base::element::{Format, Scalar};
use std::fmt;

/// Encoding of a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LaneCoding {
    /// A float of 32, 16, 11 or 10 bits; the last two have no sign.
    Float,
    /// A signed integer; a store clamps to its range.
    Int,
    /// An unsigned integer; a store clamps to its range.
    Uint,
    /// A float from 0 to 1 in equal steps.
    Unorm,
    /// A float from -1 to 1 in equal steps.
    Snorm,
}

/// Format of a texel: encoding and bits of its components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TexelFormat {
    coding: LaneCoding,
    /// Bits of each component; 0 if it is absent. No component spans two words.
    bits: [u8; 4],
    /// Precomputed, because every access reads them.
    lanes: u8,
    words: u8,
}

const fn texel_format(coding: LaneCoding, bits: [u8; 4]) -> TexelFormat {
    let lanes = (bits[0] > 0) as u8 + (bits[1] > 0) as u8 + (bits[2] > 0) as u8 + (bits[3] > 0) as u8;
    let words = (bits[0] + bits[1] + bits[2] + bits[3]).div_ceil(32);
    TexelFormat { coding, bits, lanes, words }
}

/// The layout qualifiers of GLSL's images, in the order in which SPIR-V numbers them, from 1.
const FORMATS: [(&str, TexelFormat); 39] = {
    use LaneCoding::{Float, Int, Snorm, Uint, Unorm};
    [
        ("rgba32f", texel_format(Float, [32; 4])),
        ("rgba16f", texel_format(Float, [16; 4])),
        ("r32f", texel_format(Float, [32, 0, 0, 0])),
        ("rgba8", texel_format(Unorm, [8; 4])),
        ("rgba8_snorm", texel_format(Snorm, [8; 4])),
        ("rg32f", texel_format(Float, [32, 32, 0, 0])),
        ("rg16f", texel_format(Float, [16, 16, 0, 0])),
        ("r11f_g11f_b10f", texel_format(Float, [11, 11, 10, 0])),
        ("r16f", texel_format(Float, [16, 0, 0, 0])),
        ("rgba16", texel_format(Unorm, [16; 4])),
        ("rgb10_a2", texel_format(Unorm, [10, 10, 10, 2])),
        ("rg16", texel_format(Unorm, [16, 16, 0, 0])),
        ("rg8", texel_format(Unorm, [8, 8, 0, 0])),
        ("r16", texel_format(Unorm, [16, 0, 0, 0])),
        ("r8", texel_format(Unorm, [8, 0, 0, 0])),
        ("rgba16_snorm", texel_format(Snorm, [16; 4])),
        ("rg16_snorm", texel_format(Snorm, [16, 16, 0, 0])),
        ("rg8_snorm", texel_format(Snorm, [8, 8, 0, 0])),
        ("r16_snorm", texel_format(Snorm, [16, 0, 0, 0])),
        ("r8_snorm", texel_format(Snorm, [8, 0, 0, 0])),
        ("rgba32i", texel_format(Int, [32; 4])),
        ("rgba16i", texel_format(Int, [16; 4])),
        ("rgba8i", texel_format(Int, [8; 4])),
        ("r32i", texel_format(Int, [32, 0, 0, 0])),
        ("rg32i", texel_format(Int, [32, 32, 0, 0])),
        ("rg16i", texel_format(Int, [16, 16, 0, 0])),
        ("rg8i", texel_format(Int, [8, 8, 0, 0])),
        ("r16i", texel_format(Int, [16, 0, 0, 0])),
        ("r8i", texel_format(Int, [8, 0, 0, 0])),
        ("rgba32ui", texel_format(Uint, [32; 4])),
        ("rgba16ui", texel_format(Uint, [16; 4])),
        ("rgba8ui", texel_format(Uint, [8; 4])),
        ("r32ui", texel_format(Uint, [32, 0, 0, 0])),
        ("rgb10_a2ui", texel_format(Uint, [10, 10, 10, 2])),
        ("rg32ui", texel_format(Uint, [32, 32, 0, 0])),
        ("rg16ui", texel_format(Uint, [16, 16, 0, 0])),
        ("rg8ui", texel_format(Uint, [8, 8, 0, 0])),
        ("r16ui", texel_format(Uint, [16, 0, 0, 0])),
        ("r8ui", texel_format(Uint, [8, 0, 0, 0])),
    ]
};

impl TexelFormat {
    /// Returns the texel format of a stream's format. Less than one lane counts as one, more than four as four.
    pub fn from_format(format: Format) -> TexelFormat {
        let (coding, width) = match format.scalar {
            Scalar::F32 => (LaneCoding::Float, 32),
            Scalar::I32 => (LaneCoding::Int, 32),
            Scalar::U32 => (LaneCoding::Uint, 32),
            Scalar::F16 => (LaneCoding::Float, 16),
            Scalar::Unorm8 => (LaneCoding::Unorm, 8),
        };
        let bits = match format.lanes {
            0 | 1 => [width, 0, 0, 0],
            2 => [width, width, 0, 0],
            3 => [width, width, width, 0],
            _ => [width; 4],
        };
        texel_format(coding, bits)
    }

    /// Looks up the format of an image's layout qualifier, such as `rgba16f`.
    pub fn from_name(name: &str) -> Option<TexelFormat> {
        FORMATS.iter().find(|(known, _)| *known == name).map(|(_, texel)| *texel)
    }

    /// All names, in SPIR-V's order.
    pub fn format_names() -> impl Iterator<Item = &'static str> {
        FORMATS.iter().map(|(name, _)| *name)
    }

    /// Encoding of its components.
    pub fn coding(self) -> LaneCoding {
        self.coding
    }

    /// The scalar type of a component, if streams support it.
    pub fn stream_scalar(self) -> Option<Scalar> {
        match (self.coding, self.bits[0]) {
            (LaneCoding::Float, 32) => Some(Scalar::F32),
            (LaneCoding::Float, 16) => Some(Scalar::F16),
            (LaneCoding::Int, 32) => Some(Scalar::I32),
            (LaneCoding::Uint, 32) => Some(Scalar::U32),
            (LaneCoding::Unorm, 8) => Some(Scalar::Unorm8),
            _ => None,
        }
    }

    /// Returns true if a kernel sees integers; they are never filtered.
    pub fn is_integer(self) -> bool {
        matches!(self.coding, LaneCoding::Int | LaneCoding::Uint)
    }

    /// Number of components that are stored.
    #[inline]
    pub fn lane_count(self) -> usize {
        usize::from(self.lanes)
    }

    /// 32-bit words of a texel.
    #[inline]
    pub fn word_count(self) -> usize {
        usize::from(self.words)
    }

    /// Returns true if each component is a word of its own, stored unchanged.
    #[inline]
    pub fn is_plain(self) -> bool {
        self.bits[0] == 32
    }

    /// Returns true for four normalised bytes, as in a photograph.
    #[inline]
    pub(super) fn is_four_bytes(self) -> bool {
        self.coding == LaneCoding::Unorm && self.bits[3] == 8
    }

    /// Value of an absent fourth component.
    #[inline]
    pub fn alpha_one(self) -> u32 {
        if self.is_integer() { 1 } else { 1.0_f32.to_bits() }
    }

    /// Reads the texel at a word for a kernel: floats or integers as bits, and 0, 0, 1 for absent
    /// components.
    #[inline]
    pub fn read(self, storage: &Storage, word: usize) -> [u32; 4] {
        if self.is_plain() {
            let mut lanes = [0, 0, 0, self.alpha_one()];
            for (at, lane) in lanes.iter_mut().enumerate().take(self.word_count()) {
                *lane = storage.load(word.wrapping_add(at));
            }
            return lanes;
        }
        if self.is_four_bytes() {
            return bytes_to_floats(storage.load(word));
        }
        let mut words = [0; 4];
        for (at, place) in words.iter_mut().enumerate().take(self.word_count()) {
            *place = storage.load(word.wrapping_add(at));
        }
        self.unpack(words)
    }

    /// Writes a kernel's values, rounded to the format.
    #[inline]
    pub fn write(self, storage: &Storage, word: usize, lanes: [u32; 4]) {
        for (at, packed) in self.pack(lanes).into_iter().enumerate().take(self.word_count()) {
            storage.store(word.wrapping_add(at), packed);
        }
    }

    /// Unpacks a texel's words into a kernel's values.
    pub fn unpack(self, words: [u32; 4]) -> [u32; 4] {
        let mut lanes = [0, 0, 0, self.alpha_one()];
        let mut at = 0;
        for (lane, bits) in lanes.iter_mut().zip(self.bits) {
            if bits > 0 {
                let word = words.get(at / 32).copied().unwrap_or(0);
                *lane = self.decode_lane((word >> (at % 32)) & low_mask(bits), bits);
                at += usize::from(bits);
            }
        }
        lanes
    }

    /// Packs a kernel's values into a texel's words; words that it does not have are 0.
    pub fn pack(self, lanes: [u32; 4]) -> [u32; 4] {
        if self.is_plain() {
            let kept = self.lane_count();
            return std::array::from_fn(|at| if at < kept { lanes[at] } else { 0 });
        }
        let mut words = [0; 4];
        let mut at = 0;
        for (lane, bits) in lanes.into_iter().zip(self.bits) {
            if let (true, Some(word)) = (bits > 0, words.get_mut(at / 32)) {
                *word |= (self.encode_lane(lane, bits) & low_mask(bits)) << (at % 32);
                at += usize::from(bits);
            }
        }
        words
    }

    fn decode_lane(self, raw: u32, bits: u8) -> u32 {
        match self.coding {
            _ if bits == 32 => raw,
            LaneCoding::Uint => raw,
            LaneCoding::Int => sign_extend(raw, bits) as u32,
            LaneCoding::Unorm => (raw as f32 / low_mask(bits) as f32).to_bits(),
            LaneCoding::Snorm => (sign_extend(raw, bits) as f32 / (low_mask(bits) >> 1) as f32)
                .max(-1.0)
                .to_bits(),
            LaneCoding::Float => small_float::decode_float(raw, bits).to_bits(),
        }
    }

    fn encode_lane(self, lane: u32, bits: u8) -> u32 {
        let value = f32::from_bits(lane);
        match self.coding {
            _ if bits == 32 => lane,
            LaneCoding::Uint => lane.min(low_mask(bits)),
            LaneCoding::Int => {
                let most = (low_mask(bits) >> 1) as i32;
                (lane as i32).clamp(-most - 1, most) as u32
            }
            LaneCoding::Unorm => nearest_step(value.clamp(0.0, 1.0), low_mask(bits)) as u32,
            LaneCoding::Snorm => nearest_step(value.clamp(-1.0, 1.0), low_mask(bits) >> 1) as u32,
            LaneCoding::Float => small_float::encode_float(value, bits),
        }
    }

    /// Converts a colour from floats to the format: integers for integer formats, clamped for
    /// normalised ones.
    pub fn convert_color(self, color: [f32; 4]) -> [u32; 4] {
        let absent = [0, 0, 0, self.alpha_one()];
        let lanes = self.lane_count();
        std::array::from_fn(|at| match self.coding {
            _ if at >= lanes => absent[at],
            LaneCoding::Int => color[at] as i32 as u32,
            LaneCoding::Uint => color[at] as u32,
            LaneCoding::Unorm => color[at].clamp(0.0, 1.0).to_bits(),
            LaneCoding::Snorm => color[at].clamp(-1.0, 1.0).to_bits(),
            LaneCoding::Float => color[at].to_bits(),
        })
    }
}

impl fmt::Display for TexelFormat {
    /// Writes its name in GLSL.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match FORMATS.iter().find(|(_, texel)| texel == self) {
            Some((name, _)) => f.write_str(name),
            None => write!(f, "{:?} {:?}", self.coding, self.bits),
        }
    }
}

/// Converts four bytes to floats from 0 to 1.
#[inline]
pub(super) fn bytes_to_floats(word: u32) -> [u32; 4] {
    word.to_le_bytes().map(|byte| (f32::from(byte) / 255.0).to_bits())
}

/// Mask of the lowest bits.
const fn low_mask(bits: u8) -> u32 {
    if bits >= 32 { u32::MAX } else { (1 << bits) - 1 }
}

/// Sign-extends the lowest bits.
fn sign_extend(raw: u32, bits: u8) -> i32 {
    let unused = 32 - u32::from(bits.clamp(1, 32));
    ((raw << unused) as i32) >> unused
}

/// Returns the step nearest to a fraction; 0 for NaN. The product is exact in 64 bits.
fn nearest_step(fraction: f32, steps: u32) -> i32 {
    (f64::from(fraction) * f64::from(steps)).round_ties_even() as i32
}
