//! Binds the named arguments of a launch to the slots of the code.

use super::assembly::{Assembly, MemorySpace};
use super::bindings::{BoundMemory, SlotBindings};
use super::event::MemoryKey;
use super::memory::{DeviceMemory, TextureMemory};
use super::storage::Storage;
use super::texture::TextureView;
use super::texture::sampling::SamplerState;
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Memories, MemoryId, Sampling, Value};
use std::sync::Arc;

/// Arguments of one launch, by name.
pub(super) struct NamedBindings<'a> {
    pub uniforms: &'a [(&'a str, Value)],
    pub textures: &'a [(&'a str, MemoryId, Sampling)],
    pub images: &'a [(&'a str, MemoryId)],
    pub buffers: &'a [(&'a str, MemoryId)],
}

/// Binds the named arguments to the slots of the code. A buffer slot without an argument gets an empty memory, so
/// that using it is a finding.
pub(super) fn bind_by_name(
    assembly: &Assembly,
    given: &NamedBindings,
    memories: &Memories<DeviceMemory>,
) -> Result<SlotBindings> {
    let mut bindings = SlotBindings::default();
    for slot in &assembly.uniforms {
        for item in 0..slot.items {
            let named = |name: &&str| {
                let indexed = name.strip_prefix(slot.name.as_str()).and_then(|rest| rest.strip_prefix('['));
                match indexed.and_then(|rest| rest.strip_suffix(']')) {
                    Some(index) => index.parse() == Ok(item),
                    None => **name == slot.name && item == 0,
                }
            };
            let Some((_, value)) = given.uniforms.iter().find(|(name, _)| named(name)) else { continue };
            for (at, word) in uniform_words(value).into_iter().take(slot.words as usize).enumerate() {
                let word = if slot.boolean && word != 0 { u32::MAX } else { word };
                bindings.uniforms.push((slot.first + item * slot.words + at as u32, word));
            }
        }
    }
    for slot in &assembly.memories {
        let bound = match slot.space {
            MemorySpace::Shared(base) => BoundMemory::Shared { base, words: slot.words },
            _ => match given.buffers.iter().find(|(name, _)| *name == slot.name) {
                Some((name, id)) => match memories.get(*id)? {
                    DeviceMemory::Buffer(storage) => {
                        BoundMemory::Global { key: MemoryKey::Global(id.0), storage: storage.clone() }
                    }
                    _ => return Err(Error::driver(format!("binding {name}"), "it is not a buffer")),
                },
                None => BoundMemory::Global { key: MemoryKey::Global(usize::MAX), storage: Arc::new(Storage::new(0)) },
            },
        };
        bindings.memories.push(bound);
    }
    for slot in &assembly.textures {
        let given = given.textures.iter().find(|(name, ..)| *name == slot.name);
        let (_, id, sampling) = given.ok_or_else(|| refuse_binding(&slot.name))?;
        let (key, texture) = find_texture(&slot.name, *id, memories)?;
        bindings.textures.push((key, with_sampling(texture, *sampling)));
    }
    for slot in &assembly.images {
        let given = given.images.iter().find(|(name, _)| *name == slot.name);
        let (_, id) = given.ok_or_else(|| refuse_binding(&slot.name))?;
        bindings.images.push(find_texture(&slot.name, *id, memories)?);
    }
    Ok(bindings)
}

fn refuse_binding(name: &str) -> Error {
    Error::driver(format!("binding {name}"), "no argument is bound to it")
}

/// Returns the texture with this sampling; its words are shared.
fn with_sampling(texture: Arc<TextureView>, sampling: Sampling) -> Arc<TextureView> {
    let sampler = SamplerState::from(sampling);
    if texture.sampling == sampler {
        return texture;
    }
    Arc::new(TextureView { sampling: sampler, ..TextureView::clone(&texture) })
}

/// Returns the words of a uniform, column by column.
fn uniform_words(value: &Value) -> Vec<u32> {
    match value {
        Value::Float(value) => vec![value.to_bits()],
        Value::Vec2(value) => floats_to_words(value),
        Value::Vec3(value) => floats_to_words(value),
        Value::Vec4(value) => floats_to_words(value),
        Value::Int(value) => vec![*value as u32],
        Value::IVec2(value) => ints_to_words(value),
        Value::IVec3(value) => ints_to_words(value),
        Value::IVec4(value) => ints_to_words(value),
        Value::UInt(value) => vec![*value],
        Value::UVec2(value) => value.to_vec(),
        Value::UVec3(value) => value.to_vec(),
        Value::UVec4(value) => value.to_vec(),
        Value::Bool(value) => vec![u32::from(*value)],
        Value::Mat2(value) => floats_to_words(value.as_flattened()),
        Value::Mat3(value) => floats_to_words(value.as_flattened()),
        Value::Mat4(value) => floats_to_words(value.as_flattened()),
    }
}

fn ints_to_words(ints: &[i32]) -> Vec<u32> {
    ints.iter().map(|&int| int as u32).collect::<Vec<u32>>()
}

fn floats_to_words(floats: &[f32]) -> Vec<u32> {
    floats.iter().map(|float| float.to_bits()).collect::<Vec<u32>>()
}

/// Finds the texture that is bound under a name.
fn find_texture(name: &str, id: MemoryId, memories: &Memories<DeviceMemory>) -> Result<(MemoryKey, Arc<TextureView>)> {
    match memories.get(id)? {
        DeviceMemory::Texture(TextureMemory { texture, .. }) => Ok((MemoryKey::Global(id.0), texture.clone())),
        _ => Err(Error::driver(format!("binding {name}"), "it is not a texture")),
    }
}
