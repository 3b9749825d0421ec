//! A SPIR-V module under change: its types, constants and names by id, and new ones.

use super::refusal::{Refusal, Translated};
use rspirv::binary::Assemble;
use rspirv::dr::{self, Instruction, Module, Operand};
use rspirv::spirv::{Capability, Decoration, Op, StorageClass, Word};
use std::collections::HashMap;

/// A module, with the next free id.
pub(super) struct ModuleEditor {
    pub(super) module: Module,
    next: Word,
    /// Types, constants and global variables.
    globals: HashMap<Word, Instruction>,
}

/// The instructions of a function's block, with the line of each.
pub(super) struct BlockRewriter {
    /// The instructions that replace the block's.
    pub(super) out: Vec<Instruction>,
    /// The line of the expanded text.
    pub(super) line: Option<u32>,
}

impl BlockRewriter {
    /// Appends an operation and returns its result.
    pub(super) fn push(&mut self, editor: &mut ModuleEditor, op: Op, of: Word, operands: Vec<Operand>) -> Word {
        let result = editor.fresh_id();
        self.out.push(Instruction::new(op, Some(of), Some(result), operands));
        result
    }
}

/// Returns an operand that names an id.
pub(super) fn id(word: Word) -> Operand {
    Operand::IdRef(word)
}

/// Returns the id that an operand names; 0, which is no id, if it names none.
pub(super) fn id_at(instruction: &Instruction, at: usize) -> Word {
    instruction.operands.get(at).and_then(Operand::id_ref_any).unwrap_or(0)
}

/// Returns a literal operand; 0 if it is none.
pub(super) fn literal_at(instruction: &Instruction, at: usize) -> u32 {
    match instruction.operands.get(at) {
        Some(Operand::LiteralBit32(literal)) => *literal,
        _ => 0,
    }
}

impl ModuleEditor {
    /// Reads a module.
    pub(super) fn read_module(words: &[u32]) -> Translated<ModuleEditor> {
        let module = dr::load_words(words)
            .map_err(|error| Refusal::new(format!("its SPIR-V cannot be read, {error}; report this as a bug")))?;
        let next = module.header.as_ref().map_or(1, |header| header.bound);
        let globals = module.types_global_values.iter();
        let globals = globals.filter_map(|made| Some((made.result_id?, made.clone()))).collect();
        Ok(ModuleEditor { module, next, globals })
    }

    /// Returns the words of the module.
    pub(super) fn into_words(mut self) -> Vec<u32> {
        if let Some(header) = &mut self.module.header {
            header.bound = self.next;
        }
        self.module.assemble()
    }

    /// Removes decorations without a meaning in WGSL, and lines between functions.
    pub(super) fn drop_what_wgsl_ignores(&mut self) {
        const IGNORED: [Decoration; 9] = [
            // Blocks of WGSL are read only or both; images get theirs by their uses.
            Decoration::NonReadable,
            Decoration::RelaxedPrecision,
            Decoration::NoContraction,
            Decoration::Binding,
            Decoration::DescriptorSet,
            Decoration::Restrict,
            Decoration::Aliased,
            Decoration::Coherent,
            Decoration::Volatile,
        ];
        self.module.annotations.retain(|annotation| {
            let decoration = annotation.operands.iter().find_map(|operand| match operand {
                Operand::Decoration(decoration) => Some(*decoration),
                _ => None,
            });
            decoration.is_none_or(|decoration| !IGNORED.contains(&decoration))
        });
        self.module
            .types_global_values
            .retain(|made| !matches!(made.class.opcode, Op::Line | Op::NoLine));
    }

    /// Refuses numbers of 64 bits, with the line of the first.
    pub(super) fn check_widths(&self) -> Translated<()> {
        let types = self.module.types_global_values.iter();
        let wide = types.filter(|made| matches!(made.class.opcode, Op::TypeFloat | Op::TypeInt));
        let Some(wide) = wide.clone().find(|made| literal_at(made, 0) == 64) else { return Ok(()) };
        let mut line = None;
        for made in self.module.functions.iter().flat_map(dr::Function::all_inst_iter) {
            match made.class.opcode {
                Op::Line => line = Some(literal_at(made, 1)),
                _ if made.result_type == wide.result_id => break,
                _ => {}
            }
        }
        let sentence = "WGSL has no numbers of 64 bits; use 32, or two floats as double_single does";
        Err(Refusal::new(sentence).at(line))
    }

    pub(super) fn fresh_id(&mut self) -> Word {
        self.next += 1;
        self.next - 1
    }

    /// Returns the type, constant or global variable with this id.
    pub(super) fn find_global(&self, id: Word) -> Option<&Instruction> {
        self.globals.get(&id)
    }

    /// Returns the operation that makes a global.
    pub(super) fn global_op(&self, id: Word) -> Op {
        self.globals.get(&id).map_or(Op::Nop, |made| made.class.opcode)
    }

    /// Returns the global variables: id, storage class and the type that each points to.
    pub(super) fn list_variables(&self) -> Vec<(Word, StorageClass, Word)> {
        let variables = self.module.types_global_values.iter();
        let variables = variables.filter(|made| made.class.opcode == Op::Variable);
        variables
            .filter_map(|made| {
                let Some(Operand::StorageClass(class)) = made.operands.first() else { return None };
                Some((made.result_id?, *class, self.find_pointee(made.result_type?)?))
            })
            .collect()
    }

    /// Returns the type that a pointer type points to.
    pub(super) fn find_pointee(&self, pointer: Word) -> Option<Word> {
        let made = self.find_global(pointer)?;
        (made.class.opcode == Op::TypePointer).then(|| id_at(made, 1))
    }

    /// Replaces a global.
    pub(super) fn replace_global(&mut self, made: Instruction) {
        let Some(id) = made.result_id else { return };
        if let Some(old) = self.module.types_global_values.iter_mut().find(|old| old.result_id == Some(id)) {
            *old = made.clone();
        }
        self.globals.insert(id, made);
    }

    /// Removes a global.
    pub(super) fn remove_global(&mut self, id: Word) {
        self.module.types_global_values.retain(|made| made.result_id != Some(id));
        self.globals.remove(&id);
        self.module.debug_names.retain(|name| id_at(name, 0) != id);
        self.module.annotations.retain(|annotation| id_at(annotation, 0) != id);
        for entry in &mut self.module.entry_points {
            entry.operands.retain(|operand| *operand != Operand::IdRef(id));
        }
    }

    /// Removes a type, and the pointers to it.
    pub(super) fn remove_type(&mut self, of: Word) {
        let pointers = self.module.types_global_values.iter();
        let pointers = pointers.filter(|made| made.class.opcode == Op::TypePointer && id_at(made, 1) == of);
        let pointers: Vec<Word> = pointers.filter_map(|made| made.result_id).collect();
        for gone in pointers.into_iter().chain([of]) {
            self.remove_global(gone);
        }
    }

    /// Appends a global with a new id.
    pub(super) fn add_global(&mut self, op: Op, of: Option<Word>, operands: Vec<Operand>) -> Word {
        let made = Instruction::new(op, of, Some(self.fresh_id()), operands);
        self.globals.insert(self.next - 1, made.clone());
        self.module.types_global_values.push(made);
        self.next - 1
    }

    /// Returns the type or constant that these operands make, which may be there already.
    pub(super) fn intern(&mut self, op: Op, of: Option<Word>, operands: Vec<Operand>) -> Word {
        let known = self.module.types_global_values.iter().find(|made| {
            made.class.opcode == op && made.result_type == of && made.operands == operands && made.result_id.is_some()
        });
        match known.and_then(|made| made.result_id) {
            Some(known) => known,
            None => self.add_global(op, of, operands),
        }
    }

    pub(super) fn float_type(&mut self) -> Word {
        let width = vec![Operand::LiteralBit32(32)];
        let known = self.module.types_global_values.iter();
        let known = known
            .clone()
            .find(|made| made.class.opcode == Op::TypeFloat && literal_at(made, 0) == 32);
        match known.and_then(|made| made.result_id) {
            Some(known) => known,
            None => self.add_global(Op::TypeFloat, None, width),
        }
    }

    pub(super) fn int_type(&mut self) -> Word {
        self.intern(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(1)])
    }

    pub(super) fn uint_type(&mut self) -> Word {
        self.intern(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)])
    }

    pub(super) fn bool_type(&mut self) -> Word {
        self.intern(Op::TypeBool, None, vec![])
    }

    /// Returns a vector type, or the scalar itself for one lane.
    pub(super) fn vector_type(&mut self, scalar: Word, lanes: u32) -> Word {
        match lanes {
            0 | 1 => scalar,
            _ => self.intern(Op::TypeVector, None, vec![id(scalar), Operand::LiteralBit32(lanes)]),
        }
    }

    /// Returns the scalar type and the number of lanes of a scalar or vector type.
    pub(super) fn lanes_of(&self, of: Word) -> (Word, u32) {
        match self.find_global(of) {
            Some(made) if made.class.opcode == Op::TypeVector => (id_at(made, 0), literal_at(made, 1)),
            _ => (of, 1),
        }
    }

    pub(super) fn pointer_type(&mut self, class: StorageClass, to: Word) -> Word {
        self.intern(Op::TypePointer, None, vec![Operand::StorageClass(class), id(to)])
    }

    /// Returns a constant of a scalar type by its bits.
    pub(super) fn add_constant(&mut self, of: Word, bits: u32) -> Word {
        self.intern(Op::Constant, Some(of), vec![Operand::LiteralBit32(bits)])
    }

    /// Returns a constant of a scalar or vector type, the same in each lane.
    pub(super) fn splat_constant(&mut self, of: Word, bits: u32) -> Word {
        let (scalar, lanes) = self.lanes_of(of);
        let one = self.add_constant(scalar, bits);
        match lanes {
            1 => one,
            _ => self.intern(Op::ConstantComposite, Some(of), vec![id(one); lanes as usize]),
        }
    }

    /// Returns the bits of a scalar constant.
    pub(super) fn constant_bits(&self, of: Word) -> Option<u32> {
        let made = self.find_global(of)?;
        match made.class.opcode {
            Op::Constant => Some(literal_at(made, 0)),
            _ => None,
        }
    }

    /// Returns the debug name of an id, or an empty text.
    pub(super) fn find_name(&self, of: Word) -> String {
        let names = self.module.debug_names.iter();
        let named = names.clone().find(|name| name.class.opcode == Op::Name && id_at(name, 0) == of);
        match named.and_then(|name| name.operands.get(1)) {
            Some(Operand::LiteralString(name)) => name.clone(),
            _ => String::new(),
        }
    }

    /// Sets the debug name of an id.
    pub(super) fn set_name(&mut self, of: Word, name: &str) {
        self.module
            .debug_names
            .retain(|old| old.class.opcode != Op::Name || id_at(old, 0) != of);
        let operands = vec![id(of), Operand::LiteralString(name.to_string())];
        self.module.debug_names.push(Instruction::new(Op::Name, None, None, operands));
    }

    /// Sets the debug name of a struct's member.
    pub(super) fn set_member_name(&mut self, of: Word, member: u32, name: &str) {
        let operands = vec![id(of), Operand::LiteralBit32(member), Operand::LiteralString(name.to_string())];
        self.module
            .debug_names
            .push(Instruction::new(Op::MemberName, None, None, operands));
    }

    /// Adds a decoration with its literal, if it has one.
    pub(super) fn decorate(&mut self, of: Word, decoration: Decoration, literal: Option<u32>) {
        let mut operands = vec![id(of), Operand::Decoration(decoration)];
        operands.extend(literal.map(Operand::LiteralBit32));
        self.module
            .annotations
            .push(Instruction::new(Op::Decorate, None, None, operands));
    }

    /// Adds a decoration of a struct's member.
    pub(super) fn decorate_member(&mut self, of: Word, member: u32, decoration: Decoration, literal: Option<u32>) {
        let mut operands = vec![id(of), Operand::LiteralBit32(member), Operand::Decoration(decoration)];
        operands.extend(literal.map(Operand::LiteralBit32));
        self.module
            .annotations
            .push(Instruction::new(Op::MemberDecorate, None, None, operands));
    }

    /// Returns true if an id, or a member of it, has a decoration.
    pub(super) fn is_decorated(&self, of: Word, member: Option<u32>, decoration: Decoration) -> bool {
        let at = 1 + usize::from(member.is_some());
        let op = if member.is_some() { Op::MemberDecorate } else { Op::Decorate };
        self.module.annotations.iter().any(|annotation| {
            annotation.class.opcode == op
                && id_at(annotation, 0) == of
                && member.is_none_or(|member| literal_at(annotation, 1) == member)
                && annotation.operands.get(at) == Some(&Operand::Decoration(decoration))
        })
    }

    /// Adds a capability, unless it is there.
    pub(super) fn require_capability(&mut self, capability: Capability) {
        let operands = vec![Operand::Capability(capability)];
        if self.module.capabilities.iter().all(|made| made.operands != operands) {
            self.module
                .capabilities
                .push(Instruction::new(Op::Capability, None, None, operands));
        }
    }

    /// Adds a global variable to the entry points' interfaces.
    pub(super) fn add_to_interface(&mut self, variable: Word) {
        for entry in &mut self.module.entry_points {
            entry.operands.push(id(variable));
        }
    }

    /// Returns the type of every result in the functions' bodies.
    pub(super) fn result_types(&self) -> HashMap<Word, Word> {
        let functions = self.module.functions.iter().flat_map(dr::Function::all_inst_iter);
        functions
            .filter_map(|made| Some((made.result_id?, made.result_type?)))
            .collect()
    }

    /// Rewrites every block of every function: `rewrite` appends what becomes of an instruction.
    pub(super) fn rewrite_blocks(
        &mut self,
        mut rewrite: impl FnMut(&mut ModuleEditor, &mut BlockRewriter, Instruction) -> Translated<()>,
    ) -> Translated<()> {
        let mut functions = std::mem::take(&mut self.module.functions);
        for function in &mut functions {
            for block in &mut function.blocks {
                let mut block_rewriter = BlockRewriter { out: vec![], line: None };
                for instruction in std::mem::take(&mut block.instructions) {
                    if instruction.class.opcode == Op::Line {
                        block_rewriter.line = Some(literal_at(&instruction, 1));
                    }
                    let line = block_rewriter.line;
                    rewrite(self, &mut block_rewriter, instruction).map_err(|refusal| refusal.at(line))?;
                }
                block.instructions = block_rewriter.out;
            }
        }
        self.module.functions = functions;
        Ok(())
    }

    /// Replaces ids in all bodies.
    pub(super) fn rename_ids(&mut self, names: &HashMap<Word, Word>) {
        if names.is_empty() {
            return;
        }
        for function in &mut self.module.functions {
            for operand in function.all_inst_iter_mut().flat_map(|made| &mut made.operands) {
                if let Operand::IdRef(word) = operand {
                    while let Some(new) = names.get(word) {
                        *word = *new;
                    }
                }
            }
        }
    }
}
