//! Checks of a pass against the card that the device plays: formats, sides and filters.

use super::bindings::{BoundStream, StreamRole};
use super::builder::Call;
use gristmill_base::error::{Error, Result};
use gristmill_base::layout::Layout;
use gristmill_cards::{HostRefusal, HostTarget, HostTexture};
use gristmill_machine::{Filter, Sampling, Wrap};

/// Refuses a pass that the card could not run, with the first reason.
pub(super) fn check_card(call: &Call) -> Result<()> {
    let Some(card) = call.kernel.machine.card.get() else { return Ok(()) };
    let targets: Vec<HostTarget> = call.output_streams().map(|output| host_target(call, output)).collect();
    report_first_refusal(call, card.profile.target_refusals(&targets))?;
    #[cfg(feature = "emulator")]
    let (levels, of_direct3d) = (call.kernel.compiled.card_fit.levels, call.kernel.compiled.card_fit.of_direct3d);
    #[cfg(not(feature = "emulator"))]
    let (levels, of_direct3d) = (0, false);
    // A vertex stream is not a texture.
    for input in call
        .streams
        .iter()
        .filter(|bound| !bound.role.is_written() && !matches!(bound.role, StreamRole::Vertices))
    {
        let texture = HostTexture { of_direct3d, ..host_texture(input) };
        report_first_refusal(call, card.profile.texture_refusals(&texture, levels))?;
        #[cfg(feature = "emulator")]
        if call
            .kernel
            .compiled
            .card_fit
            .vertex_textures
            .iter()
            .any(|name| name == input.name)
        {
            report_first_refusal(call, card.profile.vertex_texture_refusals(&texture))?;
        }
    }
    Ok(())
}

fn report_first_refusal(call: &Call, refusals: Vec<HostRefusal>) -> Result<()> {
    match refusals.into_iter().next() {
        Some(first) => Err(Error::card(call.kernel.name(), first.sentence)),
        None => Ok(()),
    }
}

fn host_target<'a>(call: &Call, output: &'a BoundStream) -> HostTarget<'a> {
    let format = output.raw.format;
    HostTarget {
        name: output.name,
        scalar: format.scalar,
        format: format.to_string(),
        size: None, // A stream is no longer than the card allows.
        blended: call.blend.is_some(),
    }
}

fn host_texture<'a>(input: &'a BoundStream) -> HostTexture<'a> {
    let format = input.raw.format;
    HostTexture {
        name: input.name,
        scalar: format.scalar,
        format: format.to_string(),
        rectangle: input.raw.is_rectangle,
        of_direct3d: false,
        volume: input.raw.plan.layout() == Layout::Volume,
        size: Some(input.raw.plan.size()),
        linear: input.sampling.is_some_and(|sampling| sampling.filter == Filter::Linear),
        repeats: input.sampling.is_some_and(|sampling: Sampling| {
            sampling.wraps.iter().any(|wrap| matches!(wrap, Wrap::Repeat | Wrap::Mirror))
        }),
        smaller_levels: input.sampling.is_some_and(|sampling| sampling.by_level),
    }
}
