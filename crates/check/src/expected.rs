//! Compares results with expectations.

use super::blocks::{find_member, is_called};
use super::budget::Budget;
use super::content::Content;
use super::fill;
use super::fill::{NumberPlace, read_word};
use super::images::{PlannedTexture, byte_lane, read_picture, texture_scalar};
use super::plan::{LaunchPlan, list_memories};
use super::settings::{ExpectedContent, GivenFile, GivenNumbers, RunSetting};
use super::target_formats::kept_lanes;
use super::tolerance::{Tolerance, count_steps};
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_emulator::assembly::Assembly;
use gristmill_emulator::number::{NumberType as EmulatedNumber, join_words};
use gristmill_emulator::texture::TexelFormat;
use gristmill_shader::{Output, Stage};
use half::f16;
use std::collections::BTreeSet;

/// An expected result, with its files read before anything runs.
pub(super) struct PlannedExpectation {
    /// The name as written.
    pub name: String,
    /// The buffer, image or output that contains it.
    pub output: String,
    pub numbers: Vec<ExpectedNumber>,
    pub tolerance: Option<Tolerance>,
    /// For an image: the format of its texels.
    pub texel: Option<TexelFormat>,
}

/// An expected number.
pub(super) struct ExpectedNumber {
    /// Its place in the words of a buffer or an output, or among the lanes of an image; for 64 bits
    /// that of the low word.
    pub place: NumberPlace,
    /// The expected value.
    pub bits: u64,
}

/// Plans every expectation of a launch.
///
/// # Errors
/// [`Error::Name`] for a name that the kernel does not have, [`Error::Data`] for another length or type.
pub(super) fn plan_expectations(
    budget: Budget,
    stages: &[&Assembly],
    outputs: &[Output],
    fragments: [u32; 2],
    plan: &LaunchPlan,
    settings: &[RunSetting],
) -> Result<Vec<PlannedExpectation>> {
    let mut all = vec![];
    for setting in settings {
        let RunSetting::Expect(name, expectation) = setting else { continue };
        let slot = list_memories(stages)
            .find(|slot| is_called(slot, name))
            .map(|slot| (slot, 0, &slot.layout));
        let mut raw_words = None;
        let (output, places, texel, size) = if let Some((slot, place, layout)) = slot.or_else(|| {
            list_memories(stages).find_map(|slot| find_member(slot, name).map(|(place, layout)| (slot, place, layout)))
        }) {
            let words = plan
                .memories
                .iter()
                .find(|memory| memory.find_view(&slot.name).is_some())
                .map_or(0, |memory| memory.words.len());
            raw_words = Some(words).filter(|_| std::ptr::eq(layout, &slot.layout));
            (slot.name.clone(), fill::find_places(layout, place, words), None, None)
        } else if let Some(texture) = plan.textures.iter().find(|texture| texture.is_called(name)) {
            let texel = texture.texture.texel;
            let texels = texture.word_count() as usize / texel.word_count().max(1);
            let lanes = texel.lane_count();
            let scalar = texture_scalar(texture);
            let places = (0..texels * lanes)
                .map(|at| NumberPlace::whole_word(at / lanes * 4 + at % lanes, scalar))
                .collect();
            let [width, height, _] = texture.size;
            (texture.name.clone(), places, Some(texel), Some(([width, height], lanes)))
        } else if let Some(output) = outputs.iter().find(|output| output.name == *name) {
            let lanes = usize::from(kept_lanes(settings, output));
            let vertices = stages.last().is_some_and(|assembly| assembly.stage == Stage::Vertex);
            let texels = fragments.iter().map(|&side| side as usize).product::<usize>();
            let stride = if vertices { lanes } else { 4 };
            let places = (0..texels * lanes)
                .map(|at| NumberPlace::whole_word(at / lanes * stride + at % lanes, output.scalar))
                .collect();
            (output.name.clone(), places, None, Some((fragments, lanes)))
        } else {
            let views = plan.memories.iter().flat_map(|memory| &memory.views);
            let mut known: Vec<String> = views.map(|view| view.name.clone()).collect();
            known.extend(plan.textures.iter().flat_map(PlannedTexture::all_names));
            known.extend(outputs.iter().map(|output| output.name.clone()));
            return Err(budget.unknown_name("buffer, image or output", name, known));
        };
        let pixels;
        let content = match &expectation.content {
            ExpectedContent::Numbers(fill) => Content::from_fill(budget, fill)?,
            ExpectedContent::Picture(file) => {
                let scalar = places.first().map_or(Scalar::F32, |place| place.scalar);
                let Some((size, lanes)) = size else {
                    return Err(refuse_expectation(
                        budget,
                        name,
                        format!("{} is a picture, and the memory is a buffer; give numbers", file.name),
                    ));
                };
                pixels = GivenNumbers::Words(picture_lanes(budget, file, size, lanes, scalar)?);
                Content::Numbers(&pixels)
            }
        };
        if let (Content::Raw(raw), Some(words)) = (&content, raw_words)
            && raw.len() == words
        {
            let numbers = read_numbers(&places, raw);
            let tolerance = expectation.tolerance;
            all.push(PlannedExpectation { name: name.clone(), output, numbers, tolerance, texel });
            continue;
        }
        let places = match &content {
            // Other raw bytes are compared word by word.
            Content::Raw(_) if places.iter().any(|place| place.part.is_some() || place.half.is_some()) => {
                let words: BTreeSet<usize> = places.iter().map(|place| place.word).collect();
                words
                    .into_iter()
                    .map(|word| NumberPlace::whole_word(word, Scalar::U32))
                    .collect()
            }
            // So are words of 64-bit numbers that a program provides.
            Content::Numbers(GivenNumbers::Words(_)) if places.iter().any(|place| place.half.is_some()) => {
                let words = places.iter().map(|place| NumberPlace { half: None, ..*place });
                words.collect()
            }
            _ => places,
        };
        let count = fill::count_numbers(&places);
        if content.scalar_count() != count {
            return Err(refuse_expectation(
                budget,
                name,
                format!("found {} numbers, expected {count}", content.scalar_count()),
            ));
        }
        let numbers = convert_numbers(places, &content).map_err(|why| refuse_expectation(budget, name, why))?;
        let tolerance = expectation.tolerance;
        all.push(PlannedExpectation { name: name.clone(), output, numbers, tolerance, texel });
    }
    Ok(all)
}

/// Converts the numbers of a content to the types of their places. The error is a sentence.
pub(super) fn convert_numbers(places: Vec<NumberPlace>, content: &Content) -> Result<Vec<ExpectedNumber>, String> {
    let mut numbers: Vec<ExpectedNumber> = vec![];
    for (at, place) in fill::enumerate_numbers(places) {
        let word = content.value_at(at, &place)?.unwrap_or(0);
        match numbers.last_mut() {
            Some(low) if !place.begins_number() => low.bits |= u64::from(word) << 32,
            _ => numbers.push(ExpectedNumber { place, bits: word.into() }),
        }
    }
    Ok(numbers)
}

/// Reads the numbers of words in the layout of the result; padding is not compared.
pub(super) fn read_numbers(places: &[NumberPlace], words: &[u32]) -> Vec<ExpectedNumber> {
    let begins = places.iter().filter(|place| place.begins_number());
    begins
        .map(|place| {
            let number = ExpectedNumber { place: *place, bits: 0 };
            ExpectedNumber { bits: number.result_bits(words), ..number }
        })
        .collect()
}

fn refuse_expectation(budget: Budget, name: &str, why: String) -> Error {
    Error::data(format!("{}: what {name} is expected to be: {why}", budget.kernel))
}

/// Returns the lanes of a picture, which must have that size.
pub(super) fn picture_lanes(
    budget: Budget,
    file: &GivenFile,
    size: [u32; 2],
    lanes: usize,
    scalar: Scalar,
) -> Result<Vec<u32>> {
    let pixels = read_picture(budget, file)?;
    if [pixels.width(), pixels.height()] != size {
        let given = pixels.dimensions();
        let [width, height] = size;
        return Err(Error::data(format!(
            "{}: {} has {}x{} texels, {width}x{height} are wanted",
            budget.kernel, file.name, given.0, given.1
        )));
    }
    Ok(pixels
        .as_raw()
        .chunks(4)
        .flat_map(|pixel: &[u8]| {
            pixel
                .iter()
                .take(lanes)
                .map(|byte| byte_lane(*byte, scalar))
                .collect::<Vec<_>>()
        })
        .collect())
}

impl ExpectedNumber {
    /// Returns the bits of a result at this place.
    pub(super) fn result_bits(&self, words: &[u32]) -> u64 {
        match self.place.half {
            Some(_) => join_words(read_word(words, self.place.word), read_word(words, self.place.word + 1)),
            None => self.place.read_value(read_word(words, self.place.word)).into(),
        }
    }

    /// Returns the value of a float; `None` for other types.
    fn float_value(&self, bits: u64) -> Option<f64> {
        match self.place.float_width()? {
            64 => Some(f64::from_bits(bits)),
            _ => Some(f32::from_bits(bits as u32).into()),
        }
    }

    /// Returns the steps of its type between it and other bits.
    fn count_steps(&self, bits: u64) -> u64 {
        match self.place.float_width() {
            Some(16) => {
                let [one, other] = [bits, self.bits].map(|bits| f16::from_f32(f32::from_bits(bits as u32)).to_bits());
                count_steps(16, one.into(), other.into())
            }
            Some(width) => count_steps(width, bits, self.bits),
            None => u64::MAX,
        }
    }

    /// Formats a value as a number of its type.
    pub(super) fn format_bits(&self, bits: u64) -> String {
        match self.place.half {
            Some((EmulatedNumber::Float(_), _)) => f64::from_bits(bits).to_string(),
            Some((EmulatedNumber::Int(_), _)) => (bits as i64).to_string(),
            Some((EmulatedNumber::Uint(_), _)) => bits.to_string(),
            None => format_word(bits as u32, self.place.scalar),
        }
    }

    /// Returns true if a value is the expected one, or within the tolerance.
    pub(super) fn is_allowed(&self, bits: u64, tolerance: Option<Tolerance>) -> bool {
        let (Some(given), Some(wanted)) = (self.float_value(bits), self.float_value(self.bits)) else {
            return bits == self.bits;
        };
        let both_nothing = given.is_nan() && wanted.is_nan();
        let is_near = |tolerance: Tolerance| tolerance.is_near(given, wanted, self.count_steps(bits));
        both_nothing || given == wanted || tolerance.is_some_and(is_near)
    }
}

/// Formats a word as a number of its type.
pub(super) fn format_word(word: u32, scalar: Scalar) -> String {
    match scalar {
        Scalar::I32 => (word as i32).to_string(),
        Scalar::U32 => word.to_string(),
        _ => f32::from_bits(word).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_may_be_a_little_off_if_that_is_said() {
        assert!(
            is_allowed_near(0.0, -0.0, None)
                && is_allowed_near(f32::NAN, -f32::NAN, None)
                && !is_allowed_near(f32::NAN, 1.0, Some(Tolerance::Scaled(9.0)))
        );
        assert!(!is_allowed_near(1.000_01, 1.0, None) && is_allowed_near(1.000_01, 1.0, Some(Tolerance::Scaled(1e-4))));
        assert!(
            is_allowed_near(1_000.05, 1_000.0, Some(Tolerance::Scaled(1e-4)))
                && !is_allowed_near(1_000.2, 1_000.0, Some(Tolerance::Scaled(1e-4)))
        );
        assert!(
            is_allowed_near(0.000_05, 0.0, Some(Tolerance::Scaled(1e-4)))
                && is_allowed_near(f32::INFINITY, f32::INFINITY, None)
        );
        let whole = ExpectedNumber { place: NumberPlace::whole_word(0, Scalar::U32), bits: 7 };
        assert!(whole.is_allowed(7, None) && !whole.is_allowed(8, Some(Tolerance::Scaled(100.0))));
        let [low, _] = NumberPlace::wide_halves(8, EmulatedNumber::Float(64));
        let double = ExpectedNumber { place: low, bits: 0.1_f64.to_bits() };
        let words = [0, 0, 0.1_f64.to_bits() as u32, (0.1_f64.to_bits() >> 32) as u32];
        assert!(double.result_bits(&words) == double.bits && double.format_bits(double.bits) == "0.1");
        assert!(
            !double.is_allowed(f64::from(0.1_f32).to_bits(), None)
                && double.is_allowed(0.11_f64.to_bits(), Some(Tolerance::Scaled(0.1)))
        );
    }

    #[test]
    fn a_float_may_be_some_steps_off() {
        let next = f32::from_bits(1000_f32.to_bits() + 2);
        assert!(is_allowed_near(next, 1_000.0, Some(Tolerance::Ulps(2))));
        assert!(!is_allowed_near(next, 1_000.0, Some(Tolerance::Ulps(1))));
        assert!(!is_allowed_near(f32::INFINITY, f32::MAX, Some(Tolerance::Ulps(2))));
        assert!(is_allowed_near(1_000.5, 1_000.0, Some(Tolerance::Absolute(0.5))));
        assert!(!is_allowed_near(1_000.5, 1_000.0, Some(Tolerance::Absolute(0.4))));
        let half = ExpectedNumber {
            place: NumberPlace::narrow_part(0, EmulatedNumber::Float(16)),
            bits: f16::ONE.to_f32().to_bits().into(),
        };
        let near = f16::from_bits(f16::ONE.to_bits() + 1).to_f32().to_bits().into();
        assert!(half.is_allowed(near, Some(Tolerance::Ulps(1))) && !half.is_allowed(near, None));
    }

    fn is_allowed_near(given: f32, wanted: f32, tolerance: Option<Tolerance>) -> bool {
        let number = ExpectedNumber { place: NumberPlace::whole_word(0, Scalar::F32), bits: wanted.to_bits().into() };
        number.is_allowed(given.to_bits().into(), tolerance)
    }
}
