//! Samplers: how a texture is read where the kernel declares that apart, or a launch says it.

use super::budget::Budget;
use super::images::PlannedTexture;
use super::settings::{RunSetting, SamplerFill};
use gristmill_base::error::Result;
use gristmill_emulator::assembly::{Assembly, TextureSlot};
use gristmill_emulator::texture::Texture;
use gristmill_machine::Filter;
use std::sync::Arc;

/// A sampler with what a launch says of it, if it does.
pub(super) struct PlannedSampler {
    pub name: String,
    pub said: Option<SamplerFill>,
}

/// The samplers of all stages: those that are declared apart from textures, and textures of which a launch
/// says how they are read.
///
/// # Errors
/// [`Error::Name`](crate::Error::Name) for what no stage has.
pub(super) fn all(budget: Budget, stages: &[&Assembly], settings: &[RunSetting]) -> Result<Vec<PlannedSampler>> {
    let said = |name: &str| {
        settings.iter().rev().find_map(|setting| match setting {
            RunSetting::Sampler(known, fill) if known == name => Some(fill.clone()),
            _ => None,
        })
    };
    let mut samplers: Vec<PlannedSampler> = vec![];
    for slot in stages.iter().flat_map(|assembly| &assembly.textures) {
        let name = called(slot);
        let said = said(name);
        if samplers.iter().all(|known| known.name != name) && (slot.sampler.is_some() || said.is_some()) {
            samplers.push(PlannedSampler { name: name.to_string(), said });
        }
    }
    for setting in settings {
        let RunSetting::Sampler(name, _) = setting else { continue };
        let slots = || stages.iter().flat_map(|assembly| &assembly.textures);
        if !slots().any(|slot| called(slot) == name) {
            return Err(budget.unknown("sampler", name, slots().map(|slot| called(slot).to_string()).collect()));
        }
    }
    Ok(samplers)
}

/// Builds the levels of textures that a launch reads by levels.
pub(super) fn build_levels(samplers: &[PlannedSampler], stages: &[&Assembly], textures: &mut [PlannedTexture]) {
    let slots = || stages.iter().flat_map(|assembly| &assembly.textures);
    let has_levels = |slot: &&TextureSlot| {
        let sampler = samplers.iter().find(|known| known.name == called(slot));
        let said = sampler.and_then(|sampler| sampler.said.as_ref());
        said.is_some_and(|said| said.levels.is_some())
    };
    for texture in textures {
        if slots().filter(has_levels).any(|slot| texture.has_name(&slot.name)) {
            texture.texture = texture.texture.with_all_levels();
        }
    }
}

/// The name that says how a texture is read: its sampler's, or its own if both are one.
fn called(slot: &TextureSlot) -> &str {
    slot.sampler.as_deref().unwrap_or(&slot.name)
}

/// The same words, read as the sampler of the slot does.
pub(super) fn read_by(samplers: &[PlannedSampler], slot: &TextureSlot, texture: Arc<Texture>) -> Arc<Texture> {
    let sampler = samplers.iter().find(|known| known.name == called(slot));
    let Some(SamplerFill { linear, levels, wrap, compare }) = sampler.and_then(|sampler| sampler.said.clone()) else {
        return texture;
    };
    let mut texture = Texture::clone(&texture);
    let filter = |linear: bool| if linear { Filter::Linear } else { Filter::Nearest };
    let sampling = &mut texture.sampling;
    (sampling.minify, sampling.magnify) = (filter(linear), filter(linear));
    sampling.mip = levels.map(filter);
    if let Some(wrap) = wrap {
        sampling.wraps = [wrap; 3];
    }
    sampling.compare = compare.or(sampling.compare);
    Arc::new(texture)
}
