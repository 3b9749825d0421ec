//! Whether results are what is expected.

use super::blocks::{is_called, member_of};
use super::budget::Budget;
use super::content::Content;
use super::fill;
use super::fill::Place;
use super::images::{lane_of, picture, scalar_of};
use super::plan::LaunchPlan;
use super::settings::{ExpectedContent, GivenFile, Numbers, RunSetting};
use super::target::kept_lanes;
use crate::data::element::Scalar;
use crate::data::error::{Error, Result};
use crate::emulator::assembly::Assembly;
use crate::emulator::texture::Texel;
use crate::shader::{Output, Stage};
use std::collections::BTreeSet;

/// What a result must be, its files read before anything runs.
pub(super) struct PlannedExpectation {
    /// As it is said.
    pub name: String,
    /// The buffer, image or output that has it.
    pub output: String,
    pub numbers: Vec<ExpectedNumber>,
    pub tolerance: Option<f64>,
    /// Of an image: how its texels lie in its words.
    pub texel: Option<Texel>,
}

/// One number that is expected.
pub(super) struct ExpectedNumber {
    /// In the words of a buffer or an output, or among the lanes of an image.
    pub place: Place,
    /// Its value there.
    pub word: u32,
}

/// Every expectation of a launch.
///
/// # Errors
/// [`Error::Name`] for what the kernel does not have, [`Error::Data`] for another length or type.
pub(super) fn planned(
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
        let slots = || stages.iter().flat_map(|assembly| &assembly.memories);
        let slot = slots().find(|slot| is_called(slot, name)).map(|slot| (slot, 0, &slot.layout));
        let member = || slots().find_map(|slot| member_of(slot, name).map(|(place, layout)| (slot, place, layout)));
        let (output, places, texel, size) = if let Some((slot, place, layout)) = slot.or_else(member) {
            let words = plan
                .memories
                .iter()
                .find(|memory| memory.view(&slot.name).is_some())
                .map_or(0, |memory| memory.words.len());
            (slot.name.clone(), fill::places(layout, place, words), None, None)
        } else if let Some(texture) = plan.textures.iter().find(|texture| texture.is_called(name)) {
            let texel = texture.texture.texel;
            let (texels, lanes) = (texture.words() as usize / texel.words().max(1), texel.lanes());
            let scalar = scalar_of(texture);
            let places = (0..texels * lanes)
                .map(|at| Place::whole(at / lanes * 4 + at % lanes, scalar))
                .collect();
            let [width, height, _] = texture.size;
            (texture.name.clone(), places, Some(texel), Some(([width, height], lanes)))
        } else if let Some(output) = outputs.iter().find(|output| output.name == *name) {
            let lanes = usize::from(kept_lanes(settings, output));
            let vertices = stages.last().is_some_and(|assembly| assembly.stage == Stage::Vertex);
            let texels = fragments.iter().map(|&side| side as usize).product::<usize>();
            let stride = if vertices { lanes } else { 4 };
            let places = (0..texels * lanes)
                .map(|at| Place::whole(at / lanes * stride + at % lanes, output.scalar))
                .collect();
            (output.name.clone(), places, None, Some((fragments, lanes)))
        } else {
            let views = plan.memories.iter().flat_map(|memory| &memory.views);
            let mut known: Vec<String> = views.map(|view| view.name.clone()).collect();
            known.extend(plan.textures.iter().map(|texture| texture.name.clone()));
            known.extend(outputs.iter().map(|output| output.name.clone()));
            return Err(budget.unknown("buffer, image or output", name, known));
        };
        let wrong = |why: String| Error::data(format!("{}: what {name} is expected to be: {why}", budget.kernel));
        let pixels;
        let content = match &expectation.content {
            ExpectedContent::Numbers(fill) => Content::of(budget, fill)?,
            ExpectedContent::Picture(file) => {
                let scalar = places.first().map_or(Scalar::F32, |place| place.scalar);
                let Some((size, lanes)) = size else {
                    return Err(wrong(format!("{} is a picture, and it is a buffer; give numbers", file.name)));
                };
                pixels = Numbers::Words(lanes_of(budget, file, size, lanes, scalar)?);
                Content::Numbers(&pixels)
            }
        };
        let places = match &content {
            // Bytes as they lie are compared word by word.
            Content::Raw(_) if places.iter().any(|place| place.part.is_some()) => {
                let words: BTreeSet<usize> = places.iter().map(|place| place.word).collect();
                words.into_iter().map(|word| Place::whole(word, Scalar::U32)).collect()
            }
            _ => places,
        };
        if content.count() != places.len() {
            return Err(wrong(format!("{} numbers are given, it has {}", content.count(), places.len())));
        }
        let numbers = places.into_iter().enumerate().map(|(at, place)| {
            let word = content.value(at, &place).map_err(wrong)?.unwrap_or(0);
            Ok(ExpectedNumber { place, word })
        });
        let numbers = numbers.collect::<Result<Vec<_>>>()?;
        let tolerance = expectation.tolerance;
        all.push(PlannedExpectation { name: name.clone(), output, numbers, tolerance, texel });
    }
    Ok(all)
}

/// The lanes of a picture, which must have that size.
fn lanes_of(budget: Budget, file: &GivenFile, size: [u32; 2], lanes: usize, scalar: Scalar) -> Result<Vec<u32>> {
    let pixels = picture(budget, file)?;
    if [pixels.width(), pixels.height()] != size {
        let (given, [width, height]) = (pixels.dimensions(), size);
        return Err(Error::data(format!(
            "{}: {} has {}x{} texels, {width}x{height} are wanted",
            budget.kernel, file.name, given.0, given.1
        )));
    }
    let kept = |pixel: &[u8]| pixel.iter().take(lanes).map(|byte| lane_of(*byte, scalar)).collect::<Vec<_>>();
    Ok(pixels.as_raw().chunks(4).flat_map(kept).collect())
}

impl ExpectedNumber {
    /// Whether a value is what is expected, or as near as allowed.
    pub(super) fn allows(&self, word: u32, tolerance: Option<f64>) -> bool {
        if word == self.word {
            return true;
        }
        if matches!(self.place.scalar, Scalar::I32 | Scalar::U32) {
            return false;
        }
        let (given, wanted) = (f64::from(f32::from_bits(word)), f64::from(f32::from_bits(self.word)));
        let both_nothing = given.is_nan() && wanted.is_nan();
        both_nothing || given == wanted || (given - wanted).abs() <= tolerance.unwrap_or(0.0) * wanted.abs().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_may_be_a_little_off_if_that_is_said() {
        let allows = |given: f32, wanted: f32, tolerance| {
            let number = ExpectedNumber { place: Place::whole(0, Scalar::F32), word: wanted.to_bits() };
            number.allows(given.to_bits(), tolerance)
        };
        assert!(allows(0.0, -0.0, None) && allows(f32::NAN, -f32::NAN, None) && !allows(f32::NAN, 1.0, Some(9.0)));
        assert!(!allows(1.000_01, 1.0, None) && allows(1.000_01, 1.0, Some(1e-4)));
        assert!(allows(1_000.05, 1_000.0, Some(1e-4)) && !allows(1_000.2, 1_000.0, Some(1e-4)));
        assert!(allows(0.000_05, 0.0, Some(1e-4)) && allows(f32::INFINITY, f32::INFINITY, None));
        let whole = ExpectedNumber { place: Place::whole(0, Scalar::U32), word: 7 };
        assert!(whole.allows(7, None) && !whole.allows(8, Some(100.0)));
    }
}
