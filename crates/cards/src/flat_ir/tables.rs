//! Lookup tables of a SPIR-V module, by id.

use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Op, StorageClass, Word};
use std::collections::HashMap;

/// A module, with tables of its globals, functions, names and decorations.
pub struct SpirvTables {
    module: dr::Module,
    globals: HashMap<Word, usize>,
    functions: HashMap<Word, usize>,
    names: HashMap<Word, String>,
    decorations: HashMap<Word, Vec<(Decoration, Option<Operand>)>>,
    glsl: Option<Word>,
}

/// The kind of a type, as far as cards distinguish types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarKind {
    Float,
    Integer,
    Truth,
    /// Textures, images, pointers and other types that are not numbers.
    Opaque,
}

impl SpirvTables {
    /// Reads a module from its words.
    pub fn read(words: &[u32]) -> Result<SpirvTables, String> {
        let module = dr::load_words(words).map_err(|error| format!("its SPIR-V cannot be read: {error}"))?;
        let globals = module.types_global_values.iter().enumerate();
        let globals = globals.filter_map(|(at, made)| Some((made.result_id?, at))).collect();
        let functions = module.functions.iter().enumerate();
        let functions = functions
            .filter_map(|(at, function)| Some((function.def.as_ref()?.result_id?, at)))
            .collect();
        let names = module.debug_names.iter().filter(|named| named.class.opcode == Op::Name);
        let names = names.filter_map(|named| match named.operands.as_slice() {
            [Operand::IdRef(id), Operand::LiteralString(name)] => Some((*id, name.clone())),
            _ => None,
        });
        let names = names.collect();
        let mut decorations: HashMap<Word, Vec<(Decoration, Option<Operand>)>> = HashMap::new();
        for made in module.annotations.iter().filter(|made| made.class.opcode == Op::Decorate) {
            if let [Operand::IdRef(id), Operand::Decoration(what), rest @ ..] = made.operands.as_slice() {
                decorations.entry(*id).or_default().push((*what, rest.first().cloned()));
            }
        }
        let glsl = module.ext_inst_imports.iter().find_map(|import| match import.operands.first() {
            Some(Operand::LiteralString(name)) if name == "GLSL.std.450" => import.result_id,
            _ => None,
        });
        Ok(SpirvTables { module, globals, functions, names, decorations, glsl })
    }

    /// Returns a type, a constant or a global variable.
    pub fn find_global(&self, id: Word) -> Option<&Instruction> {
        self.module.types_global_values.get(*self.globals.get(&id)?)
    }

    pub fn globals(&self) -> impl Iterator<Item = &Instruction> {
        self.module.types_global_values.iter()
    }

    pub fn find_function(&self, id: Word) -> Option<&dr::Function> {
        self.module.functions.get(*self.functions.get(&id)?)
    }

    /// Returns the entry point.
    pub fn main_function(&self) -> Option<Word> {
        self.module.entry_points.first().map(|entry| id_operand(entry, 1))
    }

    pub fn debug_name(&self, id: Word) -> &str {
        self.names.get(&id).map_or("", String::as_str)
    }

    pub fn is_glsl(&self, set: Word) -> bool {
        self.glsl == Some(set)
    }

    /// Returns the built-in input or output of this id.
    pub fn built_in(&self, id: Word) -> Option<BuiltIn> {
        self.decorations
            .get(&id)?
            .iter()
            .find_map(|(what, operand)| match (what, operand) {
                (Decoration::BuiltIn, Some(Operand::BuiltIn(which))) => Some(*which),
                _ => None,
            })
    }

    /// Returns the type that a pointer type points to.
    pub fn pointee_type(&self, pointer: Word) -> Word {
        self.find_global(pointer).map_or(0, |made| id_operand(made, 1))
    }

    pub fn type_opcode(&self, of: Word) -> Op {
        self.find_global(of).map_or(Op::Nop, |made| made.class.opcode)
    }

    /// Returns the type of a part, or 0 if the type has no parts.
    pub fn part_type(&self, of: Word, at: usize) -> Word {
        let Some(made) = self.find_global(of) else { return 0 };
        match made.class.opcode {
            Op::TypeStruct => id_operand(made, at),
            Op::TypeArray | Op::TypeRuntimeArray | Op::TypeVector | Op::TypeMatrix => id_operand(made, 0),
            _ => 0,
        }
    }

    pub fn part_count(&self, of: Word) -> usize {
        let Some(made) = self.find_global(of) else { return 0 };
        match made.class.opcode {
            Op::TypeStruct => made.operands.len(),
            Op::TypeVector | Op::TypeMatrix => number_operand(made, 1) as usize,
            Op::TypeArray => self
                .find_global(id_operand(made, 1))
                .map_or(0, |length| number_operand(length, 0) as usize),
            _ => 0,
        }
    }

    /// Returns the components of a scalar or vector; `None` for other types.
    pub fn component_count(&self, of: Word) -> Option<u8> {
        match self.type_opcode(of) {
            Op::TypeFloat | Op::TypeInt | Op::TypeBool => Some(1),
            Op::TypeVector => Some(self.part_count(of) as u8),
            _ => None,
        }
    }

    /// Returns the registers of a uniform of a type: one for each scalar, vector and column.
    pub fn register_count(&self, of: Word) -> u64 {
        if self.component_count(of).is_some() {
            return 1;
        }
        let parts = self.part_count(of);
        match self.type_opcode(of) {
            Op::TypeStruct => (0..parts)
                .map(|at| self.register_count(self.part_type(of, at)))
                .fold(0, u64::saturating_add),
            _ if parts == 0 => 0,
            _ => self.register_count(self.part_type(of, 0)).saturating_mul(parts as u64),
        }
    }

    pub fn scalar_kind(&self, of: Word) -> ScalarKind {
        match self.type_opcode(of) {
            Op::TypeFloat => ScalarKind::Float,
            Op::TypeInt => ScalarKind::Integer,
            Op::TypeBool => ScalarKind::Truth,
            Op::TypeVector | Op::TypeMatrix => self.scalar_kind(self.part_type(of, 0)),
            _ => ScalarKind::Opaque,
        }
    }
}

/// Returns the id in an operand of an instruction, or 0, which no item has.
pub fn id_operand(instruction: &Instruction, place: usize) -> Word {
    instruction.operands.get(place).and_then(Operand::id_ref_any).unwrap_or(0)
}

/// Returns the literal number in an operand, or 0.
pub fn number_operand(instruction: &Instruction, place: usize) -> u32 {
    match instruction.operands.get(place) {
        Some(Operand::LiteralBit32(number)) => *number,
        _ => 0,
    }
}

/// Returns the ids in the operands starting at `from`.
pub fn id_operands(instruction: &Instruction, from: usize) -> Vec<Word> {
    instruction.operands.iter().skip(from).filter_map(Operand::id_ref_any).collect()
}

/// Returns the storage class of a variable.
pub fn storage_class(variable: &Instruction) -> Option<StorageClass> {
    match variable.operands.first() {
        Some(Operand::StorageClass(class)) => Some(*class),
        _ => None,
    }
}
