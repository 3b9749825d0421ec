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
        let least = |limit: usize, fact: u32| limit.min(fact as usize);
        // A stream is read in one pass and drawn to in another, so both limits apply.
        let side = profile.texture_side.value.min(profile.target_side.value);
        let limits = Limits {
            texture_side: least(machine.texture_side, side),
            cube_side: least(machine.cube_side, side),
            volume_side: least(machine.volume_side, profile.texture_side_3d.value),
            outputs: least(machine.outputs, profile.outputs.value),
            textures: least(machine.textures, profile.samplers.value),
            ..*machine
        };
        PlayedCard { profile, arithmetic, limits }
    }
}
