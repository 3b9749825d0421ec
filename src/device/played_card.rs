//! The card that a device plays.

use super::Device;
use crate::machine::PlayedCard;
use gristmill_base::era::Era;
use gristmill_base::error::{Error, Missing, Result};
use gristmill_base::precision::Arithmetic;
use gristmill_cards::Profile;
use std::rc::Rc;

impl Device {
    /// Makes the device play a card from now on, for all devices that share it: it has the card's limits of sizes,
    /// outputs, formats, filters and blending, refuses kernels that the card refuses, and on the emulator calculates
    /// in the card's numbers. A driver calculates in its own. Existing streams stay. If the card has floats in rectangle
    /// textures alone, streams are those from now on ([`Device::with_rectangles`]).
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era, KernelSource, Profile};
    /// let device = Device::emulator(Era::Fragment)?.with_card(Profile::named("radeon-9700")?)?;
    /// assert_eq!(device.limits().texture_side, 2048);
    /// let too_new = "#version 330 core
    /// uniform sampler2D x;
    /// out float y;
    /// void main() { y = texelFetch(x, ivec2(gl_FragCoord.xy), 0).x; }";
    /// let error = device.kernel(&KernelSource::new("copy").fragment(too_new)).unwrap_err();
    /// assert!(error.to_string().starts_with("copy.frag: texelFetch: ATI Radeon 9700 Pro has none"), "{error}");
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Data`] if the device plays another card already, [`Error::NoDevice`] if the card did not have the
    /// device's era.
    pub fn with_card(&self, profile: &'static Profile) -> Result<Device> {
        self.with_card_in(profile, profile.arithmetic.value)
    }

    /// Plays the card with another of its arithmetics.
    pub(crate) fn with_card_in(&self, profile: &'static Profile, arithmetic: Arithmetic) -> Result<Device> {
        if self.era == Era::Compute {
            check_work_groups(profile)?;
        }
        let card = PlayedCard::new(profile, arithmetic, &self.info().limits);
        let played = self.machine.card.get_or_init(|| card);
        if played.profile.name != profile.name {
            return Err(Error::data(format!(
                "the device plays {} already; open another one for {}",
                played.profile.title, profile.title
            )));
        }
        self.machine.forget_launches();
        // Kernels that were compiled before were not checked against it.
        Ok(Device { kernels: Rc::default(), rectangles: profile.float_rectangles.value, ..self.clone() })
    }

    /// Returns the card that the device plays; `None` if it plays none.
    ///
    /// ```
    /// # #[cfg(feature = "emulator")] {
    /// use gristmill::{Device, Era, Profile};
    /// let device = Device::emulator(Era::Fragment)?.with_card(Profile::named("geforce-6800")?)?;
    /// assert_eq!(device.card().map(|card| card.year.value), Some(2004));
    /// # }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn card(&self) -> Option<&'static Profile> {
        self.machine.card.get().map(|card| card.profile)
    }

    /// Makes the device play the card of `GRISTMILL_CARD`, if it is set.
    pub(super) fn with_environment_card(self) -> Result<Device> {
        match std::env::var("GRISTMILL_CARD") {
            Ok(card) if !card.is_empty() => self.with_card(Profile::named(&card)?),
            _ => Ok(self),
        }
    }

    /// Refuses the compute era on a card that did not have it.
    pub(super) fn check_card_era(&self, era: Era) -> Result<()> {
        match (era, self.card()) {
            (Era::Compute, Some(card)) => check_work_groups(card),
            _ => Ok(()),
        }
    }
}

fn check_work_groups(card: &Profile) -> Result<()> {
    let sentence = format!(
        "{} has no work groups; use the fragment era (--era fragment), which computes the same (see the chapter on \
         cards)",
        card.title
    );
    if card.compute.value { Ok(()) } else { Err(Error::no_device(Missing::WorkGroups, sentence)) }
}
