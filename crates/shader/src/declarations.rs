//! Reads the declarations of one stage, by storage class.

use super::Stage;
use super::interface::{Attribute, Interface};
use super::interface::{DeclaredSampler, Output};
use super::reflect::{InterfaceReader, ReflectResult};
use gristmill_base::error::{Error, Result};
use rspirv::dr;
use rspirv::spirv::StorageClass;
use rspirv::{dr::Operand, spirv::Op};
use std::collections::BTreeSet;

/// Returns the outputs of a last stage, by location, whatever else it declares.
///
/// # Errors
/// [`Error::Source`] names an output that is not a scalar or vector of 32 bits.
pub fn stage_outputs(kernel: &str, words: &[u32]) -> Result<Vec<Output>> {
    let found = read_declarations(words, Stage::Fragment, StorageClass::Output, true);
    found.map_or_else(|report| Err(Error::Source { kernel: kernel.to_string(), report }), |found| Ok(found.outputs))
}

/// Returns the vertex attributes of a kernel, by location: a matrix column by column, and nothing of 64 bits.
pub fn vertex_attributes(words: &[u32]) -> Vec<Attribute> {
    read_declarations(words, Stage::Vertex, StorageClass::Input, true).map_or(vec![], |found| found.attributes)
}

/// Returns the names that a stage declares outside of its functions: variables, blocks and their members, used or not.
pub fn declared_names(words: &[u32]) -> BTreeSet<String> {
    let Ok(module) = dr::load_words(words) else { return BTreeSet::new() };
    let declared = module
        .types_global_values
        .iter()
        .filter(|made| matches!(made.class.opcode, Op::Variable | Op::TypeStruct));
    let ids: BTreeSet<u32> = declared.filter_map(|made| made.result_id).collect();
    let names = module
        .debug_names
        .iter()
        .filter_map(|named| match (named.operands.first(), named.operands.last()) {
            (Some(Operand::IdRef(id)), Some(Operand::LiteralString(name))) if ids.contains(id) => Some(name.clone()),
            _ => None,
        });
    names.collect()
}

/// Returns the textures that a stage declares through samplers.
pub fn stage_samplers(words: &[u32], stage: Stage) -> Vec<DeclaredSampler> {
    read_declarations(words, stage, StorageClass::UniformConstant, false).map_or(vec![], |found| found.samplers)
}

/// Returns the interpolants of a fragment kernel: the inputs that a vertex kernel writes, by the author's names.
///
/// # Errors
/// [`Error::Source`] names one that is not a scalar or vector of 32 bits.
pub fn fragment_interpolants(kernel: &str, words: &[u32]) -> Result<Vec<Attribute>> {
    let found = read_declarations(words, Stage::Fragment, StorageClass::Input, false);
    found.map_or_else(|report| Err(Error::Source { kernel: kernel.to_string(), report }), |found| Ok(found.attributes))
}

/// Reads a stage's declarations of one storage class. Matrices, blocks and structs between stages
/// are split up if `takes_apart`, else refused.
fn read_declarations(words: &[u32], stage: Stage, class: StorageClass, takes_apart: bool) -> ReflectResult<Interface> {
    let module = dr::load_words(words).map_err(|error| format!("its SPIR-V cannot be read: {error}"))?;
    let mut found = Interface::default();
    let mut reader = InterfaceReader::new(&module);
    reader.takes_apart = takes_apart;
    reader.read_stage(stage, &mut found, |other| other == class)?;
    found.outputs.sort_by_key(|output| output.location);
    found.attributes.sort_by_key(|attribute| attribute.location);
    Ok(found)
}
