//! Resources that a program uses, counted by the rules of ARB_fragment_program (sections 3.11.3.6
//! and 3.11.6) and ARB_vertex_program (2.14.3.7).

use super::program::{AssemblyProgram, Direct3dParts, OperandSource, ProgramParameter, ProgramRegister};
use std::collections::BTreeSet;
use std::fmt;

/// Resources that a program uses.
///
/// ```
/// let text = "!!ARBfp1.0
/// TEMP at, read;
/// ADD at, fragment.texcoord[0], program.local[0];
/// TEX read, at, texture[0], 2D;
/// MOV result.color, read;
/// END";
/// let counts = gristmill::check::program_counts("moved.fp", text)?;
/// assert_eq!((counts.alu, counts.texture, counts.indirections), (2, 1, 2));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ProgramCounts {
    /// Instructions of all kinds: `PROGRAM_INSTRUCTIONS_ARB`.
    pub instructions: usize,
    /// Arithmetic instructions: `PROGRAM_ALU_INSTRUCTIONS_ARB`.
    pub alu: usize,
    /// Instructions that read a texture, and KIL: `PROGRAM_TEX_INSTRUCTIONS_ARB`.
    pub texture: usize,
    /// Nodes of the chain of dependent texture instructions, at least 1: `PROGRAM_TEX_INDIRECTIONS_ARB`.
    pub indirections: usize,
    /// Declared temporaries: `PROGRAM_TEMPORARIES_ARB`.
    pub temporaries: usize,
    /// Temporaries declared SHORT; two of them share a register.
    pub short_temporaries: usize,
    /// Vectors of state and constants, each counted once: `PROGRAM_PARAMETERS_ARB`.
    pub parameters: usize,
    /// Bound attributes, each counted once: `PROGRAM_ATTRIBS_ARB`.
    pub attributes: usize,
    /// Declared address registers: `PROGRAM_ADDRESS_REGISTERS_ARB`.
    pub address_registers: usize,
    /// Most instructions that one fragment or vertex executes; `None` if a parameter sets a loop's trip count.
    pub executed: Option<u64>,
}

impl fmt::Display for ProgramCounts {
    /// `3 instructions: 2 ALU, 1 TEX, 2 indirections; 2 temporaries, 1 parameter, 1 attribute`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format_count(self.instructions, "instruction"))?;
        // Vertex programs have only one kind of instruction, and no chain.
        if self.indirections > 0 {
            let nodes = format_count(self.indirections, "indirection");
            write!(f, ": {} ALU, {} TEX, {nodes}", self.alu, self.texture)?;
        }
        let temporaries = if self.temporaries == 1 { "temporary" } else { "temporaries" };
        write!(f, "; {} {temporaries}, {}, ", self.temporaries, format_count(self.parameters, "parameter"))?;
        f.write_str(&format_count(self.attributes, "attribute"))
    }
}

fn format_count(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Counts the resources of a program.
pub(super) fn count_resources(program: &AssemblyProgram) -> ProgramCounts {
    if let Some(parts) = &program.direct3d {
        return count_direct3d(program, parts);
    }
    let instructions = program.instructions.len();
    let texture = program.instructions.iter().filter(|one| one.shape.is_texture()).count();
    let flow = program.instructions.iter().filter(|one| one.shape.is_flow()).count();
    let fragment = program.level.fragment;
    ProgramCounts {
        instructions,
        alu: if fragment { instructions - texture - flow } else { 0 },
        texture,
        indirections: if fragment { count_indirections(program) } else { 0 },
        temporaries: program.temporaries.len(),
        short_temporaries: program.short,
        parameters: count_parameters(program),
        attributes: program.attributes.len(),
        address_registers: program.addresses.len(),
        executed: super::execution_count::count_executed(program),
    }
}

/// Returns the counts of a shader of Direct3D: the slots of its own language.
fn count_direct3d(program: &AssemblyProgram, parts: &Direct3dParts) -> ProgramCounts {
    let fragment = program.level.fragment;
    ProgramCounts {
        instructions: parts.total_slots,
        alu: if fragment { parts.arithmetic_slots } else { 0 },
        texture: if fragment { parts.texture_slots } else { 0 },
        indirections: if fragment { parts.texture_levels.max(1) } else { 0 },
        temporaries: parts.temporaries,
        short_temporaries: 0,
        parameters: parts.constants,
        attributes: program.attributes.len(),
        address_registers: usize::from(!program.addresses.is_empty()),
        executed: parts.executed,
    }
}

/// Counts the nodes of the chain. A texture instruction starts a new node if its coordinate was
/// written in the current node, or if its result is a register that an arithmetic instruction of
/// the node has read or written. Masks and swizzles are ignored.
fn count_indirections(program: &AssemblyProgram) -> usize {
    let mut nodes = 1;
    let mut written = BTreeSet::new();
    let mut computed = BTreeSet::new();
    for one in &program.instructions {
        let reads = one.sources.iter().filter_map(|operand| match operand.source {
            OperandSource::Temporary(n) => Some(n),
            _ => None,
        });
        let result = one.destination.and_then(|destination| match destination.register {
            ProgramRegister::Temporary(n) => Some(n),
            _ => None,
        });
        if one.shape.is_texture() {
            let dependent = reads.clone().any(|n| written.contains(&n));
            if dependent || result.is_some_and(|n| computed.contains(&n)) {
                nodes += 1;
                written.clear();
                computed.clear();
            }
        } else {
            computed.extend(reads.chain(result));
        }
        written.extend(result);
    }
    nodes
}

/// Counts the bound vectors: each state vector once, each constant once per value. Constants of
/// arrays that an address register indexes all count.
fn count_parameters(program: &AssemblyProgram) -> usize {
    let mut states: Vec<&ProgramParameter> = vec![];
    let mut constants: Vec<[f32; 4]> = vec![];
    let mut count = 0;
    let (relative, others): (Vec<_>, Vec<_>) = program.arrays.iter().partition(|array| array.relative);
    let relative = relative.into_iter().flat_map(|array| &array.items).map(|item| (item, true));
    let others = others.into_iter().flat_map(|array| &array.items).chain(&program.parameters);
    for (item, all) in relative.chain(others.map(|item| (item, false))) {
        match item {
            ProgramParameter::Constant(vector) => {
                let known = constants.contains(vector);
                if all || !known {
                    count += 1;
                }
                if !known {
                    constants.push(*vector);
                }
            }
            state if !states.contains(&state) => {
                states.push(state);
                count += 1;
            }
            _ => {}
        }
    }
    count
}
