//! The card that a device plays: its limits, where they are lower, replace the device's.

use gristmill_base::precision::Arithmetic;
use gristmill_cards::Profile;
use gristmill_machine::Limits;

/// A card, with the limits that it leaves of the device's.
#[derive(Debug)]
pub(crate) struct PlayedCard {
    pub profile: &'static Profile,
    /// The arithmetic in use: the card's own, or that of its half precision.
    pub arithmetic: Arithmetic,
    pub limits: Limits,
}

impl PlayedCard {
    pub(crate) fn new(profile: &'static Profile, arithmetic: Arithmetic, machine: &Limits) -> PlayedCard {
        // A stream is read in one pass and drawn to in another, so both limits apply.
        let side = profile.texture_side.value.min(profile.target_side.value);
        let limits = Limits {
            texture_side: machine.texture_side.min(side as usize),
            rectangle_side: machine.rectangle_side.min(side as usize),
            cube_side: machine.cube_side.min(side as usize),
            volume_side: machine.volume_side.min(profile.texture_side_3d.value as usize),
            outputs: machine.outputs.min(profile.outputs.value as usize),
            textures: machine.textures.min(profile.samplers.value as usize),
            ..*machine
        };
        PlayedCard { profile, arithmetic, limits }
    }
}
