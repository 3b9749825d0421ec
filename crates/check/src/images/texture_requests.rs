//! Textures that samplers and images need. Slots with the same name or binding share a texture.

use super::super::budget::Budget;
use super::super::settings::{ImageFill, RunSetting};
use super::is_read;
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_emulator::assembly::Assembly;
use gristmill_shader::Dimension;

/// Returns true if a given name is that of a texture, or of the array it is in.
pub(super) fn is_name_of(said: &str, name: &str) -> bool {
    said == name || name.strip_prefix(said).is_some_and(|rest| rest.starts_with('['))
}

/// A texture to create for one or more sampler and image slots.
pub(super) struct TextureRequest<'s> {
    /// Names of the slots bound to it.
    pub names: Vec<&'s str>,
    /// The stage of the first slot.
    stage: usize,
    is_image: bool,
    binding: Option<u32>,
    pub dimension: Dimension,
    pub arrayed: bool,
    pub shadow: bool,
    pub format: Option<&'s str>,
    pub scalar: Scalar,
    pub writable: bool,
    /// True if the code reads it. A texture that is never read, or is changed by atomics, is zeros by default.
    pub is_read: bool,
}

/// Collects the textures of all slots. Slots with the same name or binding, also in different
/// stages, share a texture.
pub(super) fn gather_requests<'s>(budget: Budget, stages: &[&'s Assembly]) -> Result<Vec<TextureRequest<'s>>> {
    let mut textures: Vec<TextureRequest> = vec![];
    for (stage, assembly) in stages.iter().enumerate() {
        let samplers = assembly.textures.iter().map(|slot| TextureRequest {
            names: vec![slot.name.as_str()],
            stage,
            is_image: false,
            binding: slot.binding,
            dimension: slot.dimension,
            arrayed: slot.arrayed,
            shadow: slot.shadow,
            format: None,
            scalar: slot.scalar,
            writable: false,
            is_read: true,
        });
        let images = (0..).zip(&assembly.images).map(|(number, slot)| TextureRequest {
            names: vec![slot.name.as_str()],
            stage,
            is_image: true,
            binding: slot.binding,
            dimension: slot.dimension,
            arrayed: slot.arrayed,
            shadow: false,
            format: slot.format.as_deref(),
            scalar: slot.scalar,
            writable: slot.writable,
            is_read: is_read(assembly, number),
        });
        for wanted in samplers.chain(images) {
            match textures.iter_mut().find(|known| known.has_same_texture(&wanted)) {
                Some(known) => known.merge_request(budget, wanted)?,
                None => textures.push(wanted),
            }
        }
    }
    Ok(textures)
}

impl<'s> TextureRequest<'s> {
    /// Returns true if both are one texture: by name, or in one stage by the unit of an image or a sampler.
    fn has_same_texture(&self, other: &TextureRequest) -> bool {
        let has_one_unit = self.stage == other.stage && self.is_image == other.is_image;
        let is_bound_alike = self.binding.is_some() && self.binding == other.binding;
        let is_alike = (self.dimension, self.arrayed, self.scalar) == (other.dimension, other.arrayed, other.scalar);
        let has_one_name = other.names.iter().any(|name| self.names.contains(name));
        // Samplers of two kinds read two textures, even with one unit.
        has_one_name || has_one_unit && is_bound_alike && (self.is_image || is_alike)
    }

    fn merge_request(&mut self, budget: Budget, other: TextureRequest<'s>) -> Result<()> {
        let own = self.names.first().copied().unwrap_or("");
        let others = other.names.first().copied().unwrap_or("");
        let has_one_format = self.format.is_none() || other.format.is_none() || self.format == other.format;
        let is_alike = (self.dimension, self.arrayed, self.scalar) == (other.dimension, other.arrayed, other.scalar);
        if self.is_image && own != others && !(has_one_format && is_alike) {
            return Err(Error::call(
                budget.kernel,
                format!(
                    "the images {own} and {others} are of one binding, and of two kinds or formats: an image unit has one; \
                     give each a binding of its own"
                ),
            ));
        }
        self.format = self.format.or(other.format);
        self.shadow |= other.shadow;
        self.writable |= other.writable;
        self.is_read |= other.is_read;
        for name in other.names {
            if !self.names.contains(&name) {
                self.names.push(name);
            }
        }
        Ok(())
    }

    /// Returns the fill that a launch gives it.
    pub(super) fn find_fill(&self, budget: Budget, settings: &'s [RunSetting]) -> Result<Option<&'s ImageFill>> {
        let mut given: Option<(&str, &ImageFill)> = None;
        for &name in &self.names {
            let said = settings.iter().rev().find_map(|setting| match setting {
                RunSetting::Image(said, fill) if is_name_of(said, name) => Some(fill),
                _ => None,
            });
            match (given, said) {
                (Some((other, known)), Some(said)) if known != said => {
                    return Err(Error::call(
                        budget.kernel,
                        format!(
                            "{other} and {name} share one binding and are given different contents; set only one of \
                             them"
                        ),
                    ));
                }
                (None, Some(said)) => given = Some((name, said)),
                _ => {}
            }
        }
        Ok(given.map(|(_, said)| said))
    }
}
