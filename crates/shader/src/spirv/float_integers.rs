//! Rewrites integers as floats, as cards without integers compute them.
//!
//! GLSL before 1.30 lets an implementation convert integers to floats to operate on them (GLSL
//! 1.10, section 4.1.3), and the fragment units of 2002 to 2005 all did. A quotient is a
//! reciprocal, a product, and a truncation (Mesa, `lower_instructions.cpp`, `int_div_to_mul_rcp`),
//! so that 6 / 3 may be 1 if the reciprocal is rounded down. Values set by the host stay integers
//! and are converted when they are read.

use rspirv::binary::Assemble;
use rspirv::dr::{self, Instruction, Module, Operand};
use rspirv::spirv::{Op, StorageClass, Word};
use std::collections::{HashMap, HashSet};

/// Instructions of GLSL.std.450 by number: an integer one, and its float twin.
const LIBRARY_TWINS: [(u32, u32); 8] = [(5, 4), (7, 6), (38, 37), (39, 37), (41, 40), (42, 40), (44, 43), (45, 43)];
const TRUNC: u32 = 3;

/// Returns a module of GLSL before 1.30 that computes its integers in floats; `None` if it has
/// none, or has operations on them that the language lacks.
pub fn integers_as_floats(words: &[u32]) -> Option<Vec<u32>> {
    let module = dr::load_words(words).ok()?;
    let mut rewrite = FloatRewrite::new(module)?;
    rewrite.rewrite_globals()?;
    let functions = std::mem::take(&mut rewrite.module.functions);
    let functions: Option<Vec<_>> = functions
        .into_iter()
        .map(|function| rewrite.rewrite_function(function))
        .collect();
    rewrite.module.functions = functions?;
    let header = rewrite.module.header.as_mut()?;
    header.bound = rewrite.next;
    Some(rewrite.module.assemble())
}

struct FloatRewrite {
    module: Module,
    /// The next free id.
    next: Word,
    float: Word,
    /// `GLSL.std.450`.
    library: Word,
    int: Word,
    /// The float twin of each integer type and constant.
    twins: HashMap<Word, Word>,
    /// Pointers to variables that the host sets.
    host: HashSet<Word>,
    /// Types by id.
    types: HashMap<Word, Instruction>,
}

impl FloatRewrite {
    fn new(mut module: Module) -> Option<FloatRewrite> {
        let mut next = module.header.as_ref()?.bound;
        let int = find_32_bit_type(&module, Op::TypeInt)?;
        let float = find_32_bit_type(&module, Op::TypeFloat)?;
        let library = match module.ext_inst_imports.first().and_then(|import| import.result_id) {
            Some(library) => library,
            None => {
                let library = next;
                next += 1;
                let name = Operand::LiteralString("GLSL.std.450".to_string());
                module
                    .ext_inst_imports
                    .push(Instruction::new(Op::ExtInstImport, None, Some(library), vec![name]));
                library
            }
        };
        let types = module.types_global_values.iter();
        let types = types.filter_map(|made| Some((made.result_id?, made.clone()))).collect();
        Some(FloatRewrite { module, next, float, library, int, twins: HashMap::new(), host: HashSet::new(), types })
    }

    fn fresh_id(&mut self) -> Word {
        self.next += 1;
        self.next - 1
    }

    /// Returns the twin of an id, or the id itself.
    fn twin_id(&self, id: Word) -> Word {
        self.twins.get(&id).copied().unwrap_or(id)
    }

    fn twin_operand(&self, operand: &Operand) -> Operand {
        match operand {
            Operand::IdRef(id) => Operand::IdRef(self.twin_id(*id)),
            other => other.clone(),
        }
    }

    /// Adds twins of types and constants, each after its original; the kernel's own variables become twins in place.
    fn rewrite_globals(&mut self) -> Option<()> {
        let globals = std::mem::take(&mut self.module.types_global_values);
        // The float type may come after the integer type that maps to it.
        let (first, rest): (Vec<_>, Vec<_>) = globals.into_iter().partition(|made| made.result_id == Some(self.float));
        let mut all = first;
        for made in rest {
            let twin = self.global_twin(&made)?;
            match (made.class.opcode, made.result_id) {
                (Op::Variable, _) => all.push(self.rewrite_variable(&made)),
                (_, Some(id)) => {
                    all.push(made);
                    if let Some(twin) = twin {
                        self.twins.insert(id, twin.result_id.unwrap_or(self.float));
                        if twin.result_id.is_some() {
                            all.push(twin);
                        }
                    }
                }
                _ => all.push(made),
            }
        }
        self.module.types_global_values = all;
        Some(())
    }

    /// Returns the twin of a type or a constant, without an id if it is the float type; the inner
    /// `None` if it has no integers.
    #[allow(clippy::option_option, reason = "the outer one ends the rewriting")]
    fn global_twin(&mut self, made: &Instruction) -> Option<Option<Instruction>> {
        let class = made.class.opcode;
        let of_twin_type = made.result_type.is_some_and(|kind| self.twins.contains_key(&kind));
        let wanted = match class {
            Op::TypeInt => {
                let is_word = made.operands.first() == Some(&Operand::LiteralBit32(32));
                return is_word.then(|| Some(Instruction::new(Op::TypeFloat, None, None, vec![])));
            }
            // Lengths stay integers.
            Op::TypeArray => made.operands.first().is_some_and(|operand| self.has_twin(operand)),
            Op::TypeVector | Op::TypeStruct | Op::TypeFunction => {
                made.operands.iter().any(|operand| self.has_twin(operand))
            }
            Op::TypePointer => {
                let is_own = matches!(
                    made.operands.first(),
                    Some(Operand::StorageClass(StorageClass::Function | StorageClass::Private))
                );
                is_own && made.operands.iter().any(|operand| self.has_twin(operand))
            }
            Op::Constant | Op::ConstantComposite | Op::ConstantNull | Op::Undef => of_twin_type,
            Op::SpecConstant | Op::SpecConstantComposite | Op::SpecConstantOp if of_twin_type => return None,
            _ => false,
        };
        if !wanted {
            return Some(None);
        }
        let operands = match (class, made.operands.as_slice()) {
            (Op::Constant, [Operand::LiteralBit32(word)]) => {
                vec![Operand::LiteralBit32((*word as i32 as f32).to_bits())]
            }
            (Op::TypeArray, [item, length]) => vec![self.twin_operand(item), length.clone()],
            (_, operands) => operands.iter().map(|operand| self.twin_operand(operand)).collect(),
        };
        let kind = made.result_type.map(|kind| self.twin_id(kind));
        let id = self.fresh_id();
        Some(Some(Instruction::new(class, kind, Some(id), operands)))
    }

    fn has_twin(&self, operand: &Operand) -> bool {
        matches!(operand, Operand::IdRef(id) if self.twins.contains_key(id))
    }

    fn rewrite_variable(&mut self, made: &Instruction) -> Instruction {
        let is_host = matches!(
            made.operands.first(),
            Some(Operand::StorageClass(StorageClass::UniformConstant | StorageClass::Uniform | StorageClass::Input))
        );
        if let (true, Some(id)) = (is_host, made.result_id) {
            self.host.insert(id);
            return made.clone();
        }
        let operands = made.operands.iter().map(|operand| self.twin_operand(operand)).collect();
        Instruction::new(Op::Variable, made.result_type.map(|kind| self.twin_id(kind)), made.result_id, operands)
    }

    fn rewrite_function(&mut self, mut function: dr::Function) -> Option<dr::Function> {
        if let Some(def) = &mut function.def {
            def.result_type = def.result_type.map(|kind| self.twin_id(kind));
            def.operands = def.operands.iter().map(|operand| self.twin_operand(operand)).collect();
        }
        for parameter in &mut function.parameters {
            parameter.result_type = parameter.result_type.map(|kind| self.twin_id(kind));
        }
        for block in &mut function.blocks {
            let mut all = Vec::with_capacity(block.instructions.len());
            for made in std::mem::take(&mut block.instructions) {
                self.rewrite_instruction(made, &mut all)?;
            }
            block.instructions = all;
        }
        Some(function)
    }

    /// Appends the rewritten instruction.
    fn rewrite_instruction(&mut self, made: Instruction, all: &mut Vec<Instruction>) -> Option<()> {
        let class = made.class.opcode;
        let kind = made.result_type.map(|kind| self.twin_id(kind));
        let is_whole = kind != made.result_type;
        let mut operands: Vec<Operand> = made.operands.iter().map(|operand| self.twin_operand(operand)).collect();
        match class {
            Op::AccessChain | Op::InBoundsAccessChain => {
                operands = self.chain_operands(&made, all);
                let is_host = matches!(made.operands.first(), Some(Operand::IdRef(base)) if self.host.contains(base));
                if is_host {
                    self.host.extend(made.result_id);
                }
                let kind = if is_host { made.result_type } else { kind };
                all.push(Instruction::new(class, kind, made.result_id, operands));
            }
            Op::Load
                if is_whole && matches!(made.operands.first(), Some(Operand::IdRef(at)) if self.host.contains(at)) =>
            {
                if !made.result_type.is_some_and(|id| self.is_whole_type(id)) {
                    return None;
                }
                let loaded = self.fresh_id();
                all.push(Instruction::new(Op::Load, made.result_type, Some(loaded), made.operands.clone()));
                all.push(Instruction::new(Op::ConvertSToF, kind, made.result_id, vec![Operand::IdRef(loaded)]));
            }
            Op::VectorExtractDynamic => {
                let index = self.as_integer(made.operands.get(1)?, all);
                all.push(Instruction::new(class, kind, made.result_id, vec![operands.first()?.clone(), index]));
            }
            Op::SDiv | Op::UDiv => {
                let quotient = self.fresh_id();
                all.push(Instruction::new(Op::FDiv, kind, Some(quotient), operands));
                all.push(Instruction::new(
                    Op::ExtInst,
                    kind,
                    made.result_id,
                    self.trunc_operands(Operand::IdRef(quotient)),
                ));
            }
            Op::ConvertFToS | Op::ConvertFToU => {
                let whole = self.trunc_operands(operands.first()?.clone());
                all.push(Instruction::new(Op::ExtInst, kind, made.result_id, whole));
            }
            Op::ConvertSToF | Op::ConvertUToF => {
                all.push(Instruction::new(Op::CopyObject, kind, made.result_id, operands))
            }
            Op::ExtInst => {
                if let Some(Operand::LiteralExtInstInteger(number)) = operands.get_mut(1)
                    && let Some((_, floats)) = LIBRARY_TWINS.iter().find(|(known, _)| known == number)
                {
                    *number = *floats;
                }
                all.push(Instruction::new(class, kind, made.result_id, operands));
            }
            _ => match float_opcode(class) {
                Some(floats) => all.push(Instruction::new(floats, kind, made.result_id, operands)),
                None if is_whole && !moves_values(class) => return None,
                None if class == Op::Switch || class == Op::VectorInsertDynamic => return None,
                None => all.push(Instruction::new(class, kind, made.result_id, operands)),
            },
        }
        Some(())
    }

    fn is_whole_type(&self, id: Word) -> bool {
        let known = self.types.get(&id).map(|known| known.class.opcode);
        matches!(known, Some(Op::TypeInt | Op::TypeVector))
    }

    fn trunc_operands(&self, number: Operand) -> Vec<Operand> {
        vec![Operand::IdRef(self.library), Operand::LiteralExtInstInteger(TRUNC), number]
    }

    /// Returns the operands of an access chain: its base, and integer indices.
    fn chain_operands(&mut self, made: &Instruction, all: &mut Vec<Instruction>) -> Vec<Operand> {
        let mut operands: Vec<Operand> = made.operands.iter().take(1).cloned().collect();
        for index in made.operands.iter().skip(1) {
            let index = self.as_integer(index, all);
            operands.push(index);
        }
        operands
    }

    /// Returns an index as an integer: a constant stays as it is, a float is converted.
    fn as_integer(&mut self, index: &Operand, all: &mut Vec<Instruction>) -> Operand {
        match index {
            Operand::IdRef(id) if !self.types.contains_key(id) => {
                let whole = self.fresh_id();
                all.push(Instruction::new(Op::ConvertFToS, Some(self.int), Some(whole), vec![index.clone()]));
                Operand::IdRef(whole)
            }
            other => other.clone(),
        }
    }
}

fn find_32_bit_type(module: &Module, op: Op) -> Option<Word> {
    module
        .types_global_values
        .iter()
        .find(|made| is_32_bit_type(made, op))
        .and_then(|made| made.result_id)
}

fn is_32_bit_type(made: &Instruction, op: Op) -> bool {
    made.class.opcode == op && made.operands.first() == Some(&Operand::LiteralBit32(32))
}

/// Returns the float operation for one on integers.
fn float_opcode(class: Op) -> Option<Op> {
    Some(match class {
        Op::IAdd => Op::FAdd,
        Op::ISub => Op::FSub,
        Op::IMul => Op::FMul,
        Op::SNegate => Op::FNegate,
        Op::SRem => Op::FRem,
        Op::SMod | Op::UMod => Op::FMod,
        Op::IEqual => Op::FOrdEqual,
        Op::INotEqual => Op::FUnordNotEqual,
        Op::SLessThan | Op::ULessThan => Op::FOrdLessThan,
        Op::SLessThanEqual | Op::ULessThanEqual => Op::FOrdLessThanEqual,
        Op::SGreaterThan | Op::UGreaterThan => Op::FOrdGreaterThan,
        Op::SGreaterThanEqual | Op::UGreaterThanEqual => Op::FOrdGreaterThanEqual,
        _ => return None,
    })
}

/// Returns true if an instruction only moves values, of any type.
fn moves_values(class: Op) -> bool {
    matches!(
        class,
        Op::Variable
            | Op::Load
            | Op::Select
            | Op::Phi
            | Op::CompositeConstruct
            | Op::CompositeExtract
            | Op::CompositeInsert
            | Op::VectorShuffle
            | Op::FunctionCall
            | Op::CopyObject
            | Op::Undef
    )
}
