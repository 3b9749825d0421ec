//! A flat intermediate representation of a fragment or vertex kernel: a list of operations, as the cards' compilers made it.
//!
//! Functions are inlined, loops with a known number of turns are unrolled, branches on literals are
//! resolved. For other branches both sides are computed, and [`Op::Select`] or [`Op::Join`] chooses
//! the results; a card with branches counts these differently. Literals are folded, equal
//! operations are merged, and operations that no output depends on are removed. Vectors stay
//! vectors: an operation handles up to four components, and swizzles, negation and absolute values
//! cost nothing here.

mod arithmetic;
mod composed_functions;
mod glsl_declarations;
mod glsl_functions;
mod graph;
mod instructions;
mod loops;
mod spirv_arithmetic;
mod tables;
mod texture_reads;
mod value;
mod walk;

pub use graph::{IntegerOp, LaneSource, NodeId, Op, OperationGraph, OperationNode, VectorLane, VectorLanes};
pub use value::place_key;
pub use walk::RolledLoop;

use gristmill_base::deep_stack::run_on_deep_stack;
use rspirv::spirv::StorageClass;
use std::collections::BTreeMap;
use tables::{SpirvTables, storage_class};
use value::{KernelValue, StateKey, WalkState};
use walk::{KernelWalk, WalkResult};

/// A kernel without functions and branches; its only loops are those that could not be unrolled.
#[derive(Debug)]
pub struct FlatIr {
    pub graph: OperationGraph,
    /// Its outputs, one for each texture: a name and the components.
    pub outputs: Vec<(String, VectorLanes)>,
    /// Operations with side effects: discards and stores.
    pub effects: Vec<NodeId>,
    /// Loops that were not unrolled, with their number of turns if a counter determines it.
    pub loops: Vec<(RolledLoop, Option<u64>)>,
    /// The lines of branches whose condition is computed.
    pub branches: Vec<usize>,
    /// The names of global variables, by id.
    pub names: Vec<(u32, String)>,
    /// Their declarations, if GLSL 1.10 can express them: `vec2 size[3]`.
    pub declared: Vec<(u32, String)>,
    /// The textures by number: the id of each, and its index in an array.
    pub textures: Vec<(u32, Vec<usize>)>,
    /// Uniforms that a computed value indexes, with the registers of the whole array.
    pub indexed: BTreeMap<u32, u64>,
}

impl FlatIr {
    /// Returns the type of a declared variable: `sampler2D`.
    pub fn declared_type(&self, id: u32) -> Option<&str> {
        let (_, text) = self.declared.iter().find(|(known, _)| *known == id)?;
        text.split(' ').next()
    }
}

/// Flattens a kernel from its SPIR-V words. With `keep` no loop is unrolled.
///
/// # Errors
/// A sentence about the construct that cannot be analysed.
pub fn flatten_kernel(words: &[u32], keep: bool) -> Result<FlatIr, String> {
    // Nested branches are walked recursively, and a chain of `else if` is deep.
    run_on_deep_stack("straighten", || walk_module(words, keep))
        .unwrap_or_else(|error| Err(format!("no thread could be started for the analysis: {error}")))
}

fn walk_module(words: &[u32], keep: bool) -> Result<FlatIr, String> {
    let tables = SpirvTables::read(words)?;
    let mut walk = KernelWalk::new(&tables, keep);
    let mut state = WalkState { memory: Default::default(), when: VectorLane::TRUE };
    let mut outputs = vec![];
    for made in tables.globals().filter(|made| made.class.opcode == rspirv::spirv::Op::Variable) {
        let (Some(id), Some(class @ (StorageClass::Output | StorageClass::Private))) =
            (made.result_id, storage_class(made))
        else {
            continue;
        };
        let number = walk.variables;
        walk.variables += 1;
        walk.own.insert(id, number);
        let whole = tables.pointee_type(made.result_type.unwrap_or(0));
        let value = match made.operands.get(1).and_then(|operand| operand.id_ref_any()) {
            Some(initial) => walk.find_value(initial)?,
            None => walk.blank_value(whole)?,
        };
        state.memory.insert(StateKey::Local(number), value);
        if class == StorageClass::Output {
            outputs.push((number, tables.debug_name(id).to_string()));
        }
    }
    let Some(main) = tables.main_function() else { return Err("it has no function void main()".to_string()) };
    let (state, _) = walk.walk_call(main, vec![], state)?;
    let mut written = vec![];
    for (number, name) in outputs {
        if let Some(value) = state.memory.get(&StateKey::Local(number)) {
            push_outputs(name, value, &mut written);
        }
    }
    written.retain(|(_, lanes)| lanes.iter().any(|lane| lane.source != LaneSource::Undefined));
    finish_walk(walk, written)
}

/// Adds each vector of an output: of an array `name[0]` and so on, of the built-in block of a vertex kernel `[0]`, the
/// position, and `[1]`, the size of a point.
fn push_outputs(name: String, value: &KernelValue, written: &mut Vec<(String, VectorLanes)>) {
    match value {
        KernelValue::Parts(parts) => {
            for (at, part) in parts.iter().enumerate() {
                push_outputs(format!("{name}[{at}]"), part, written);
            }
        }
        value => written.push((name, value.own_lanes())),
    }
}

fn finish_walk(walk: KernelWalk, outputs: Vec<(String, VectorLanes)>) -> WalkResult<FlatIr> {
    let turns: Vec<Option<u64>> = walk
        .loops
        .iter()
        .map(|turning| turning.test.and_then(|test| walk.count_turns(test)))
        .collect();
    let names = walk.tables.globals().filter_map(|made| made.result_id);
    let names = names
        .map(|id| (id, walk.tables.debug_name(id).to_string()))
        .filter(|(_, name)| !name.is_empty())
        .collect();
    let declared = walk.tables.globals().filter_map(|made| made.result_id);
    let declared = declared
        .filter_map(|id| Some((id, walk.tables.glsl_declaration(id)?)))
        .collect();
    let KernelWalk { graph, effects, loops, branches, textures, indexed, .. } = walk;
    let loops = loops.into_iter().zip(turns).collect();
    Ok(FlatIr { graph, outputs, effects, loops, branches, names, declared, textures, indexed })
}
