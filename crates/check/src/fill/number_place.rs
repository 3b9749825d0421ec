//! The place of a scalar among the words of a buffer: a word, or some bits of one.

use super::super::numpy::NumpyArray;
use super::super::settings::{FillPattern, WrittenNumber as Written};
use super::NumberSource;
use gristmill_base::element::Scalar;
use gristmill_emulator::number::NumberType;

/// The place of a scalar, and its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberPlace {
    /// The word.
    pub word: usize,
    /// Its type; for a narrow number, the 32-bit type that holds its value.
    pub scalar: Scalar,
    /// For an 8- or 16-bit number: its first bit, and the number.
    pub part: Option<(u32, NumberType)>,
    /// For a 64-bit number: the number, and the half; 0 is the low one.
    pub half: Option<(NumberType, usize)>,
}

impl NumberPlace {
    /// Returns the place of a whole word.
    pub fn whole_word(word: usize, scalar: Scalar) -> NumberPlace {
        NumberPlace { word, scalar, part: None, half: None }
    }

    /// Returns the place of an 8- or 16-bit number, at a byte.
    pub fn narrow_part(byte: usize, number: NumberType) -> NumberPlace {
        NumberPlace {
            word: byte / 4,
            scalar: holding_scalar(number),
            part: Some((byte as u32 % 4 * 8, number)),
            half: None,
        }
    }

    /// Returns the two words of a 64-bit number, at a byte.
    pub fn wide_halves(byte: usize, number: NumberType) -> [NumberPlace; 2] {
        [0, 1].map(|half| NumberPlace {
            half: Some((number, half)),
            ..NumberPlace::whole_word(byte / 4 + half, Scalar::U32)
        })
    }

    /// Returns true if it begins a number: it is not the high word of one.
    pub fn begins_number(&self) -> bool {
        !matches!(self.half, Some((_, 1)))
    }

    /// Returns the byte that it begins at.
    pub fn first_byte(&self) -> usize {
        self.word * 4 + self.part.map_or(0, |(first, _)| first as usize / 8)
    }

    /// Returns its width in bits if it is a float; `None` for an integer.
    pub fn float_width(&self) -> Option<u32> {
        match (self.half, self.part) {
            (Some((NumberType::Float(_), _)), _) => Some(64),
            (None, Some((_, NumberType::Float(_)))) => Some(16),
            (None, None) if !matches!(self.scalar, Scalar::I32 | Scalar::U32) => Some(32),
            _ => None,
        }
    }

    /// Returns its value from the word that contains it.
    pub fn read_value(&self, word: u32) -> u32 {
        self.part.map_or(word, |(first, number)| number.widen(word >> first))
    }

    /// Returns the word with this value in it.
    pub fn write_value(&self, word: u32, value: u32) -> u32 {
        let Some((first, number)) = self.part else { return value };
        word & !(number.value_mask() << first) | number.narrow(value) << first
    }
}

/// Returns the 32-bit type of a number's kind; it holds the value of a narrow number.
pub fn holding_scalar(number: NumberType) -> Scalar {
    match number {
        NumberType::Int(_) => Scalar::I32,
        NumberType::Uint(_) => Scalar::U32,
        NumberType::Float(_) => Scalar::F32,
    }
}

impl NumberSource<'_> {
    /// Returns the value of the 8- or 16-bit number at an index, whose offset in raw words is
    /// `byte`; `None` after the last.
    ///
    /// # Errors
    /// A sentence, if it is not such a number.
    pub fn narrow_at(&self, at: usize, byte: usize, of: NumberType) -> Result<Option<u32>, String> {
        let number = match self {
            NumberSource::Words(words) => {
                let word = words.get(byte / 4).map(|word| of.widen(word >> (byte % 4 * 8)));
                return Ok(word);
            }
            NumberSource::Written(numbers) => numbers.get(at).copied(),
            NumberSource::Made(FillPattern::Constant(number)) => Some(*number),
            // A default number is truncated to the bits of its type.
            NumberSource::Default(_) | NumberSource::DefaultUniform(_) => {
                return Ok(self.word_at(at, holding_scalar(of))?.map(|word| of.widen(of.narrow(word))));
            }
            NumberSource::Array(_) | NumberSource::Made(_) => None,
        };
        if let Some(Written::Bits(bits)) = number {
            let fits = bits & !of.value_mask() == 0;
            return if fits {
                Ok(Some(of.widen(bits)))
            } else {
                Err(format!("{bits:#x} does not fit {}", of.glsl_name()))
            };
        }
        let Some(word) = self.word_at(at, holding_scalar(of))? else { return Ok(None) };
        let kept = of.widen(of.narrow(word));
        let float = f32::from_bits(word);
        let is_float = matches!(of, NumberType::Float(_));
        let said = match of {
            NumberType::Int(_) => (word as i32).to_string(),
            NumberType::Uint(_) => word.to_string(),
            NumberType::Float(_) => float.to_string(),
        };
        match self {
            _ if kept == word || is_float && float.is_nan() => Ok(Some(kept)),
            NumberSource::Array(_) => {
                Err(format!("its {said} does not fit {}; save it as {}", of.glsl_name(), NumpyArray::dtype_name(of)))
            }
            // A written float is rounded to the nearest.
            _ if is_float => Ok(Some(kept)),
            // An endless pattern wraps around.
            NumberSource::Made(_) if number.is_none() => Ok(Some(kept)),
            _ => Err(format!("{said} does not fit {}", of.glsl_name())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{BareKernelCheck, LaunchOptions};

    const KERNEL: &str = "#version 450 core
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_8bit_storage : require
#extension GL_EXT_shader_16bit_storage : require
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int8_t least; float16_t scale; uint16_t source[]; };
layout(std430) writeonly buffer Result { float16_t result[]; };
layout(std430) writeonly buffer Bytes { int8_t bytes[]; };
layout(std140) uniform Given { f16vec2 shift; uint8_t far; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    result[i] = float16_t(source[i]) * scale + shift.y;
    bytes[i] = least - int8_t(far);
}";

    fn run_findings(options: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let mut launch = LaunchOptions::new();
        for (word, value) in options {
            launch = launch.option(word, value).map_err(|error| error.to_string())?;
        }
        let report = BareKernelCheck::source("k.comp", KERNEL)
            .run(&launch)
            .map_err(|error| error.to_string())?;
        Ok(report
            .findings
            .iter()
            .map(|finding| format!("{} {}", finding.place, finding.mend))
            .collect())
    }

    const GIVEN: [(&str, &str); 6] = [
        ("buffer", "least=[-100]"),
        ("buffer", "Source.scale=[0.1]"),
        ("buffer", "source=[1,2,3,6000]"),
        ("uniform", "shift=0,0.5"),
        ("uniform", "far=29"),
        ("buffer", "Result=zero:2"),
    ];

    #[test]
    fn numbers_of_8_and_16_bits_are_given_and_expected() {
        let right = [("expect", "bytes=[127,127,127,127]"), ("expect", "result=[0.6,0.7,0.8,600.5] ~0.001")];
        assert_eq!(run_with(&right), Ok(vec![]));
        let wrong = run_with(&[("expect", "bytes=[127,127,-128,127]")]).unwrap();
        assert_eq!(wrong.len(), 1);
        assert!(wrong[0].contains("`bytes[2]` is 127, not -128"), "{wrong:?}");
        let wrong = run_with(&[("expect", "result=[0.6,0.7,0.9,600.5] ~0.001")]).unwrap();
        assert!(wrong[0].contains("`result[2]` is 0.7"), "{wrong:?}");
    }

    fn run_with(more: &[(&'static str, &'static str)]) -> Result<Vec<String>, String> {
        let all: Vec<_> = GIVEN.iter().chain(&[("buffer", "Bytes=zero:1")]).chain(more).copied().collect();
        run_findings(&all)
    }

    #[test]
    fn a_number_that_does_not_fit_is_refused_by_its_type() {
        assert!(
            run_findings(&[("buffer", "source=[1,70000]")])
                .unwrap_err()
                .contains("70000 does not fit uint16_t")
        );
        assert!(
            run_findings(&[("buffer", "least=[-129]")])
                .unwrap_err()
                .contains("-129 does not fit int8_t")
        );
        assert!(
            run_findings(&[("uniform", "far=0.5")])
                .unwrap_err()
                .contains("not a whole number")
        );
    }
}
