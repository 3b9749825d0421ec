//! The formats of a fragment kernel's targets.

use super::settings::RunSetting;
use gristmill_emulator::storage::Storage;
use gristmill_emulator::texture::TexelFormat;
use gristmill_shader::Output;

/// Words of a texel during drawing.
pub(super) const TEXEL_WORDS: usize = 4;

/// Returns the format that settings give the target of an output, if any.
pub(super) fn target_texel(settings: &[RunSetting], output: &str) -> Option<TexelFormat> {
    settings.iter().rev().find_map(|setting| match setting {
        RunSetting::Target(name, texel) if name == output => Some(*texel),
        _ => None,
    })
}

/// Returns the channels of an output that its target keeps.
pub(super) fn kept_lanes(settings: &[RunSetting], output: &Output) -> u8 {
    let kept = target_texel(settings, &output.name).map_or(4, |texel| texel.lane_count() as u8);
    output.lanes.min(kept)
}

/// Rounds drawn values to those that a target of that format can hold.
pub(super) fn round_to_format(texel: TexelFormat, drawn: &Storage) {
    for first in (0..drawn.len()).step_by(TEXEL_WORDS) {
        let lanes = std::array::from_fn(|lane| drawn.load(first + lane));
        for (lane, word) in texel.unpack(texel.pack(lanes)).into_iter().enumerate() {
            drawn.store(first + lane, word);
        }
    }
}
