//! Samplers that a kernel declares separately, or that a launch has settings for.

use super::budget::Budget;
use super::images::{PlannedTexture, to_filter};
use super::settings::{RunSetting, SamplerFill};
use gristmill_base::error::Result;
use gristmill_emulator::assembly::{Assembly, TextureSlot};
use gristmill_emulator::texture::TextureView;
use std::sync::Arc;

/// A sampler with its setting, if there is one.
pub(super) struct PlannedSampler {
    pub name: String,
    pub said: Option<SamplerFill>,
}

/// Plans the samplers of all stages: those that are declared separately from textures, and textures
/// with a sampler setting.
///
/// # Errors
/// [`Error::Name`](gristmill_base::error::Error::Name) for a name that no stage has.
pub(super) fn plan_samplers(
    budget: Budget,
    stages: &[&Assembly],
    settings: &[RunSetting],
) -> Result<Vec<PlannedSampler>> {
    let mut samplers: Vec<PlannedSampler> = vec![];
    for slot in stages.iter().flat_map(|assembly| &assembly.textures) {
        let name = sampler_name(slot);
        let said = find_setting(settings, name);
        if samplers.iter().all(|known| known.name != name) && (slot.sampler.is_some() || said.is_some()) {
            samplers.push(PlannedSampler { name: name.to_string(), said });
        }
    }
    for setting in settings {
        let RunSetting::Sampler(name, _) = setting else { continue };
        if !list_textures(stages).any(|slot| sampler_name(slot) == name) {
            return Err(budget.unknown_name(
                "sampler",
                name,
                list_textures(stages).map(|slot| sampler_name(slot).to_string()).collect(),
            ));
        }
    }
    Ok(samplers)
}

fn list_textures<'s>(stages: &'s [&'s Assembly]) -> impl Iterator<Item = &'s TextureSlot> {
    stages.iter().flat_map(|assembly| &assembly.textures)
}

fn find_setting(settings: &[RunSetting], name: &str) -> Option<SamplerFill> {
    settings.iter().rev().find_map(|setting| match setting {
        RunSetting::Sampler(known, fill) if known == name => Some(fill.clone()),
        _ => None,
    })
}

/// Builds the mip levels of textures whose sampler setting uses them.
pub(super) fn build_levels(samplers: &[PlannedSampler], stages: &[&Assembly], textures: &mut [PlannedTexture]) {
    for texture in textures {
        if list_textures(stages)
            .filter(|slot| has_levels(samplers, slot))
            .any(|slot| texture.has_name(&slot.name))
        {
            texture.texture = texture.texture.with_all_levels();
        }
    }
}

fn has_levels(samplers: &[PlannedSampler], slot: &TextureSlot) -> bool {
    let sampler = samplers.iter().find(|known| known.name == sampler_name(slot));
    let said = sampler.and_then(|sampler| sampler.said.as_ref());
    said.is_some_and(|said| said.levels.is_some())
}

/// Returns the name of a texture's sampler setting: its sampler's name, or its own if they are combined.
fn sampler_name(slot: &TextureSlot) -> &str {
    slot.sampler.as_deref().unwrap_or(&slot.name)
}

/// Returns the texture with the sampling of the slot's sampler; its words are shared.
pub(super) fn apply_sampler(
    samplers: &[PlannedSampler],
    slot: &TextureSlot,
    texture: Arc<TextureView>,
) -> Arc<TextureView> {
    let sampler = samplers.iter().find(|known| known.name == sampler_name(slot));
    let Some(SamplerFill { linear, levels, wrap, compare }) = sampler.and_then(|sampler| sampler.said.clone()) else {
        return texture;
    };
    let mut texture = TextureView::clone(&texture);
    let sampling = &mut texture.sampling;
    sampling.minify = to_filter(linear);
    sampling.magnify = to_filter(linear);
    sampling.mip = levels.map(to_filter);
    if let Some(wrap) = wrap {
        sampling.wraps = [wrap; 3];
    }
    sampling.compare = compare.or(sampling.compare);
    Arc::new(texture)
}
