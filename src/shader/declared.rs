//! What one stage declares, by storage class.

use super::Stage;
#[cfg(feature = "emulator")]
use super::interface::{Attribute, Interface};
#[cfg(feature = "emulator")]
use super::interface::{Output, Sampler};
use super::reflect::{Reader, Reading};
use crate::data::error::{Error, Result};
use rspirv::dr;
use rspirv::spirv::StorageClass;

/// What a last stage computes, by location, whatever else it declares.
///
/// # Errors
/// [`Error::Source`] names an output that is no scalar or vector of 32 bits.
#[cfg(feature = "emulator")]
pub fn outputs(kernel: &str, words: &[u32]) -> Result<Vec<Output>> {
    let found = declared(words, Stage::Fragment, StorageClass::Output);
    found.map_or_else(|report| Err(Error::Source { kernel: kernel.to_string(), report }), |found| Ok(found.outputs))
}

/// What a vertex kernel reads for each vertex, by location; none where one of them is no scalar or vector of 32 bits.
#[cfg(feature = "emulator")]
pub fn attributes(words: &[u32]) -> Vec<Attribute> {
    declared(words, Stage::Vertex, StorageClass::Input).map_or(vec![], |found| found.attributes)
}

/// How many textures a stage reads.
#[cfg(feature = "emulator")]
pub fn textures(words: &[u32]) -> usize {
    let found = declared(words, Stage::Vertex, StorageClass::UniformConstant);
    found.map_or(0, |found| found.samplers.iter().map(|sampler| sampler.array.unwrap_or(1)).sum())
}

/// Returns the textures that a fragment kernel declares through samplers.
#[cfg(feature = "emulator")]
pub fn samplers(words: &[u32]) -> Vec<Sampler> {
    declared(words, Stage::Fragment, StorageClass::UniformConstant).map_or(vec![], |found| found.samplers)
}

/// What a fragment kernel reads that a vertex kernel writes, by the author's names.
///
/// # Errors
/// [`Error::Source`] names one that is no scalar or vector of 32 bits.
pub fn interpolants(kernel: &str, words: &[u32]) -> Result<Vec<Attribute>> {
    let found = declared(words, Stage::Fragment, StorageClass::Input);
    found.map_or_else(|report| Err(Error::Source { kernel: kernel.to_string(), report }), |found| Ok(found.attributes))
}

/// What a stage declares in a storage class.
fn declared(words: &[u32], stage: Stage, class: StorageClass) -> Reading<Interface> {
    let module = dr::load_words(words).map_err(|error| format!("its SPIR-V cannot be read: {error}"))?;
    let mut found = Interface::default();
    Reader::new(&module).read(stage, &mut found, |other| other == class)?;
    found.outputs.sort_by_key(|output| output.location);
    found.attributes.sort_by_key(|attribute| attribute.location);
    Ok(found)
}
