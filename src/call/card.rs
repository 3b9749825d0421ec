//! What the card that a device plays refuses of a pass: formats, sides and filters.

use super::bound::{Bound, Role};
use super::builder::Call;
use crate::backend::{Filter, Sampling, Wrap};
use crate::card::{FloatKinds, OddSides, Profile};
use crate::data::element::{Format, Scalar};
use crate::data::error::{Error, Result};

/// Refuses what the card has not.
pub(super) fn check_card(call: &Call) -> Result<()> {
    let Some(card) = call.kernel.machine.card.get() else { return Ok(()) };
    let check = CardCheck { call, profile: card.profile };
    let mut first = None;
    for output in call.outputs() {
        check.output(output)?;
        let format = *first.get_or_insert(output.raw.format);
        if card.profile.outputs_alike.value && output.raw.format != format {
            return Err(check.error(format!(
                "the outputs of a pass have one format, and there are {format} and {}; draw them in two passes (see the chapter on structs of streams)",
                output.raw.format
            )));
        }
    }
    // A vertex stream lies in no texture.
    let in_textures = |bound: &&Bound| !bound.role.writes() && !matches!(bound.role, Role::Vertices);
    call.streams.iter().filter(in_textures).try_for_each(|bound| check.input(bound))
}

struct CardCheck<'c, 'a> {
    call: &'c Call<'a>,
    profile: &'static Profile,
}

impl CardCheck<'_, '_> {
    fn error(&self, what: String) -> Error {
        Error::card(self.call.kernel.name(), format!("{}: {what}", self.profile.title))
    }

    /// Whether it has that for a format, of floats.
    fn has(kinds: FloatKinds, format: Format) -> bool {
        match format.scalar {
            Scalar::F32 => kinds.single,
            Scalar::F16 => kinds.half,
            _ => true,
        }
    }

    fn output(&self, output: &Bound) -> Result<()> {
        let format = output.raw.format;
        if matches!(format.scalar, Scalar::I32 | Scalar::U32) && !self.profile.integers.value {
            return Err(self.error(format!(
                "{} is of integers, which it has not; use floats, which are exact for whole numbers (see the chapter on arrays in textures)",
                output.name
            )));
        }
        if !Self::has(self.profile.render.value, format) {
            return Err(self.error(format!(
                "{} is {format}, which it cannot draw to; it draws to floats of {} (see the chapter on cards)",
                output.name, self.profile.render.value
            )));
        }
        if self.call.blend.is_some() && !Self::has(self.profile.blend.value, format) {
            return Err(self.error(format!(
                "{} is {format}, into which it cannot blend; it blends floats of: {}; sum in passes (see the chapter on scatter)",
                output.name, self.profile.blend.value
            )));
        }
        Ok(())
    }

    fn input(&self, input: &Bound) -> Result<()> {
        let format = input.raw.format;
        let linear = input.sampling.is_some_and(|sampling| sampling.filter == Filter::Linear);
        if linear && !Self::has(self.profile.filter.value, format) {
            return Err(self.error(format!(
                "{} is {format}, which it cannot filter; it filters floats of: {}; weigh four reads in the kernel (see the chapter on cards)",
                input.name, self.profile.filter.value
            )));
        }
        // A stream lies in no rectangle texture.
        if matches!(format.scalar, Scalar::F32 | Scalar::F16) && self.profile.float_rectangles.value {
            return Err(self.error(format!(
                "{} is of floats, which it has in rectangle textures alone, and streams have none; hold the kernel against it by gristmill check --card (see the chapter on cards)",
                input.name
            )));
        }
        let [width, height, _] = input.raw.plan.size();
        let odd = !width.is_power_of_two() || !height.is_power_of_two();
        if odd && self.profile.odd_sides.value == OddSides::Rectangle {
            return Err(self.error(format!(
                "{} lies in a texture of {width} x {height}, and its sides are powers of two; give the stream such a shape (see the chapter on cards)",
                input.name
            )));
        }
        let repeats =
            |sampling: Sampling| sampling.wraps.iter().any(|wrap| matches!(wrap, Wrap::Repeat | Wrap::Mirror));
        match self.profile.odd_sides.value {
            _ if !odd || !input.sampling.is_some_and(repeats) => Ok(()),
            OddSides::Clamped => Err(self.error(format!(
                "{} lies in a texture of {width} x {height} and repeats, which it has for sides that are powers of two; give the stream such a shape, or clamp it (see the chapter on cards)",
                input.name
            ))),
            OddSides::Emulated => self.one_level_more(input, [width, height]),
            _ => Ok(()),
        }
    }

    /// The driver repeats by arithmetic before the read, which is a level of dependent reads more.
    fn one_level_more(&self, input: &Bound, [width, height]: [usize; 2]) -> Result<()> {
        #[cfg(feature = "emulator")]
        let levels = self.call.kernel.compiled.levels + 1;
        #[cfg(not(feature = "emulator"))]
        let levels = 0;
        match self.profile.indirections.value {
            Some(most) if levels > u64::from(most) => Err(self.error(format!(
                "{} lies in a texture of {width} x {height} and repeats, which the driver computes before the read: indirections: {levels} of {most}; give the stream sides that are powers of two, or clamp it (see the chapter on pointer streams)",
                input.name
            ))),
            _ => Ok(()),
        }
    }
}
