//! Replaces operations that WGSL lacks by those that it has.

use super::module_editor::{BlockRewriter, ModuleEditor, id, id_at, literal_at};
use super::refusal::{Refusal, Translated};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Capability, Decoration, MemorySemantics, Op, StorageClass, Word};
use std::collections::HashMap;

/// The bits of a float without its sign, and those of infinity.
const ABSOLUTE: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;

/// Replaces products of 64 bits, carries, tests for NaN and infinity, logical copies, and fences beside barriers.
pub(super) fn replace_operations(editor: &mut ModuleEditor) -> Translated<()> {
    join_fences(editor)?;
    let results = editor.result_types();
    editor.rewrite_blocks(|editor, block_rewriter, instruction| {
        let operation = Operation { instruction: &instruction, results: &results };
        match instruction.class.opcode {
            Op::UMulExtended => operation.multiply_words(editor, block_rewriter, false),
            Op::SMulExtended => operation.multiply_words(editor, block_rewriter, true),
            Op::SMod => operation.take_modulo(editor, block_rewriter),
            Op::Select => operation.widen_condition(editor, block_rewriter),
            Op::GroupNonUniformElect => operation.elect_lane(editor, block_rewriter),
            Op::IAddCarry => operation.add_words(editor, block_rewriter),
            Op::ISubBorrow => operation.subtract_words(editor, block_rewriter),
            Op::IsNan => operation.compare_bits(editor, block_rewriter, Op::UGreaterThan),
            Op::IsInf => operation.compare_bits(editor, block_rewriter, Op::IEqual),
            Op::CopyLogical => {
                let of = instruction.result_type.unwrap_or(0);
                let from = id_at(&instruction, 0);
                let source = results.get(&from).copied().unwrap_or(0);
                let made = copy_parts(editor, block_rewriter, from, [source, of])?;
                rename_last(block_rewriter, made, &instruction)
            }
            _ => {
                block_rewriter.out.push(instruction);
                Ok(())
            }
        }
    })
}

/// An operation to replace.
struct Operation<'a> {
    instruction: &'a Instruction,
    results: &'a HashMap<Word, Word>,
}

impl Operation<'_> {
    /// Returns both operands, and their type.
    fn read_operands(&self, editor: &ModuleEditor) -> Translated<([Word; 2], Word)> {
        let [a, b] = [id_at(self.instruction, 0), id_at(self.instruction, 1)];
        let of = self.results.get(&a).copied();
        let of = of.or_else(|| editor.find_global(a).and_then(|made| made.result_type));
        Ok(([a, b], of.ok_or_else(|| Refusal::new("an operand has no type; report this as a bug"))?))
    }

    /// Makes the struct of both halves, under the operation's own id.
    fn make_pair(&self, block_rewriter: &mut BlockRewriter, halves: [Word; 2]) -> Translated<()> {
        let made = Instruction::new(
            Op::CompositeConstruct,
            self.instruction.result_type,
            self.instruction.result_id,
            halves.map(id).to_vec(),
        );
        block_rewriter.out.push(made);
        Ok(())
    }

    /// Multiplies to 64 bits, by halves of 16 bits.
    fn multiply_words(
        &self,
        editor: &mut ModuleEditor,
        block_rewriter: &mut BlockRewriter,
        signed: bool,
    ) -> Translated<()> {
        let ([a, b], of) = self.read_operands(editor)?;
        let (_, lanes) = editor.lanes_of(of);
        let word = editor.uint_type();
        let word = editor.vector_type(word, lanes);
        let [mask, sixteen] = [editor.splat_constant(word, 0xffff), editor.splat_constant(word, 16)];
        let [ua, ub] = match of == word {
            true => [a, b],
            false => [a, b].map(|signed| block_rewriter.push(editor, Op::Bitcast, word, vec![id(signed)])),
        };
        let mut make = |editor: &mut ModuleEditor, op, operands: [Word; 2]| {
            block_rewriter.push(editor, op, word, operands.map(id).to_vec())
        };
        let [al, bl] = [ua, ub].map(|word| make(editor, Op::BitwiseAnd, [word, mask]));
        let [ah, bh] = [ua, ub].map(|word| make(editor, Op::ShiftRightLogical, [word, sixteen]));
        let low = make(editor, Op::IMul, [al, bl]);
        let cross = make(editor, Op::IMul, [ah, bl]);
        let other = make(editor, Op::IMul, [al, bh]);
        let top = make(editor, Op::IMul, [ah, bh]);
        let carry = make(editor, Op::ShiftRightLogical, [low, sixteen]);
        let middle = make(editor, Op::IAdd, [cross, carry]);
        let middle_low = make(editor, Op::BitwiseAnd, [middle, mask]);
        let middle_high = make(editor, Op::ShiftRightLogical, [middle, sixteen]);
        let second = make(editor, Op::IAdd, [other, middle_low]);
        let second_high = make(editor, Op::ShiftRightLogical, [second, sixteen]);
        let sum = make(editor, Op::IAdd, [top, middle_high]);
        let mut high = make(editor, Op::IAdd, [sum, second_high]);
        let mut low = make(editor, Op::IMul, [ua, ub]);
        if signed {
            // A negative factor counts as 2^32 more than it is.
            let sign = editor.splat_constant(word, 31);
            for [negative, other] in [[ua, ub], [ub, ua]] {
                let bit = make(editor, Op::ShiftRightLogical, [negative, sign]);
                let excess = make(editor, Op::IMul, [bit, other]);
                high = make(editor, Op::ISub, [high, excess]);
            }
        }
        if of != word {
            [low, high] = [low, high].map(|word| block_rewriter.push(editor, Op::Bitcast, of, vec![id(word)]));
        }
        self.make_pair(block_rewriter, [low, high])
    }

    /// Takes the remainder with the divisor's sign, in integers: naga would divide floats.
    fn take_modulo(&self, editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter) -> Translated<()> {
        let ([a, b], _) = self.read_operands(editor)?;
        let of = self.instruction.result_type.unwrap_or(0);
        let (_, lanes) = editor.lanes_of(of);
        let truth = editor.bool_type();
        let truths = editor.vector_type(truth, lanes);
        let zero = editor.splat_constant(of, 0);
        let rest = block_rewriter.push(editor, Op::SRem, of, vec![id(a), id(b)]);
        let signs = block_rewriter.push(editor, Op::BitwiseXor, of, vec![id(rest), id(b)]);
        let differ = block_rewriter.push(editor, Op::SLessThan, truths, vec![id(signs), id(zero)]);
        let is_some = block_rewriter.push(editor, Op::INotEqual, truths, vec![id(rest), id(zero)]);
        let never = editor.intern(Op::ConstantFalse, Some(truth), vec![]);
        let never = match lanes {
            1 => never,
            _ => editor.intern(Op::ConstantComposite, Some(truths), vec![id(never); lanes as usize]),
        };
        let adds = block_rewriter.push(editor, Op::Select, truths, vec![id(is_some), id(differ), id(never)]);
        let sum = block_rewriter.push(editor, Op::IAdd, of, vec![id(rest), id(b)]);
        let operands = vec![id(adds), id(sum), id(rest)];
        block_rewriter
            .out
            .push(Instruction::new(Op::Select, Some(of), self.instruction.result_id, operands));
        Ok(())
    }

    /// Gives a choice between vectors a condition for each lane, and chooses between structs part by part.
    fn widen_condition(&self, editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter) -> Translated<()> {
        let condition = id_at(self.instruction, 0);
        let of = self.results.get(&condition).copied();
        let of = of
            .or_else(|| editor.find_global(condition).and_then(|made| made.result_type))
            .unwrap_or(0);
        let choice = [1, 2].map(|at| id_at(self.instruction, at));
        let result = self.instruction.result_type.unwrap_or(0);
        if editor.lanes_of(of).1 > 1 {
            block_rewriter.out.push(self.instruction.clone());
            return Ok(());
        }
        let made = choose_value(editor, block_rewriter, (condition, of), choice, result)?;
        rename_last(block_rewriter, made, self.instruction)
    }

    /// Elects the first lane of a subgroup: the one whose number the first has.
    fn elect_lane(&self, editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter) -> Translated<()> {
        let word = editor.uint_type();
        let variable = subgroup_lane(editor);
        let scope = self.instruction.operands.first().cloned();
        let lane = block_rewriter.push(editor, Op::Load, word, vec![id(variable)]);
        let operands = scope.into_iter().chain([id(lane)]).collect();
        let first = block_rewriter.push(editor, Op::GroupNonUniformBroadcastFirst, word, operands);
        let operands = vec![id(first), id(lane)];
        let made = Instruction::new(Op::IEqual, self.instruction.result_type, self.instruction.result_id, operands);
        block_rewriter.out.push(made);
        editor.require_capability(Capability::GroupNonUniformBallot);
        Ok(())
    }

    /// Adds, with the carry as the second half.
    fn add_words(&self, editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter) -> Translated<()> {
        let ([a, b], of) = self.read_operands(editor)?;
        let sum = block_rewriter.push(editor, Op::IAdd, of, vec![id(a), id(b)]);
        let carry = one_if_less(editor, block_rewriter, of, [sum, a]);
        self.make_pair(block_rewriter, [sum, carry])
    }

    /// Subtracts, with the borrow as the second half.
    fn subtract_words(&self, editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter) -> Translated<()> {
        let ([a, b], of) = self.read_operands(editor)?;
        let difference = block_rewriter.push(editor, Op::ISub, of, vec![id(a), id(b)]);
        let borrow = one_if_less(editor, block_rewriter, of, [a, b]);
        self.make_pair(block_rewriter, [difference, borrow])
    }

    /// Compares a float's bits without its sign with those of infinity.
    fn compare_bits(&self, editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter, op: Op) -> Translated<()> {
        let value = id_at(self.instruction, 0);
        let result = self.instruction.result_type.unwrap_or(0);
        let (_, lanes) = editor.lanes_of(result);
        let word = editor.uint_type();
        let word = editor.vector_type(word, lanes);
        let bits = block_rewriter.push(editor, Op::Bitcast, word, vec![id(value)]);
        let [mask, infinity] = [editor.splat_constant(word, ABSOLUTE), editor.splat_constant(word, INFINITY)];
        let bits = block_rewriter.push(editor, Op::BitwiseAnd, word, vec![id(bits), id(mask)]);
        let made = Instruction::new(op, Some(result), self.instruction.result_id, vec![id(bits), id(infinity)]);
        block_rewriter.out.push(made);
        Ok(())
    }
}

/// Returns the variable with a lane's number in its subgroup, declared at its first use.
fn subgroup_lane(editor: &mut ModuleEditor) -> Word {
    let number = Operand::BuiltIn(BuiltIn::SubgroupLocalInvocationId);
    let annotations = editor.module.annotations.iter();
    let known = annotations.clone().find(|made| made.operands.contains(&number));
    if let Some(known) = known {
        return id_at(known, 0);
    }
    let word = editor.uint_type();
    let pointer = editor.pointer_type(StorageClass::Input, word);
    let variable = editor.add_global(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Input)]);
    editor.set_name(variable, "subgroup_lane");
    editor.decorate(variable, Decoration::BuiltIn, None);
    if let Some(last) = editor.module.annotations.last_mut() {
        last.operands.push(number);
    }
    editor.add_to_interface(variable);
    variable
}

/// Returns 1 in each lane where `a < b`, else 0.
fn one_if_less(editor: &mut ModuleEditor, block_rewriter: &mut BlockRewriter, of: Word, [a, b]: [Word; 2]) -> Word {
    let (_, lanes) = editor.lanes_of(of);
    let truth = editor.bool_type();
    let truth = editor.vector_type(truth, lanes);
    let less = block_rewriter.push(editor, Op::ULessThan, truth, vec![id(a), id(b)]);
    let [one, zero] = [editor.splat_constant(of, 1), editor.splat_constant(of, 0)];
    block_rewriter.push(editor, Op::Select, of, vec![id(less), id(one), id(zero)])
}

/// Chooses by one condition between two values of a type.
fn choose_value(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    (condition, truth): (Word, Word),
    [yes, no]: [Word; 2],
    of: Word,
) -> Translated<Word> {
    let part_types = list_parts(editor, of);
    if part_types.is_empty() {
        let (_, lanes) = editor.lanes_of(of);
        let condition = match lanes {
            1 => condition,
            _ => {
                let truths = editor.vector_type(truth, lanes);
                block_rewriter.push(editor, Op::CompositeConstruct, truths, vec![id(condition); lanes as usize])
            }
        };
        return Ok(block_rewriter.push(editor, Op::Select, of, vec![id(condition), id(yes), id(no)]));
    }
    let mut parts = vec![];
    for (at, part) in (0..).zip(part_types) {
        let [yes, no] = [yes, no].map(|value| {
            block_rewriter.push(editor, Op::CompositeExtract, part, vec![id(value), Operand::LiteralBit32(at)])
        });
        parts.push(id(choose_value(editor, block_rewriter, (condition, truth), [yes, no], part)?));
    }
    Ok(block_rewriter.push(editor, Op::CompositeConstruct, of, parts))
}

/// Returns the types of the parts of a struct, an array or a matrix; none for other types.
fn list_parts(editor: &ModuleEditor, of: Word) -> Vec<Word> {
    let Some(made) = editor.find_global(of) else { return vec![] };
    match made.class.opcode {
        Op::TypeStruct => (0..made.operands.len()).map(|at| id_at(made, at)).collect(),
        Op::TypeArray => vec![id_at(made, 0); editor.constant_bits(id_at(made, 1)).unwrap_or(0) as usize],
        Op::TypeMatrix => vec![id_at(made, 0); literal_at(made, 1) as usize],
        _ => vec![],
    }
}

/// Copies a value to a type of the same form: the parts of a struct or an array one by one.
fn copy_parts(
    editor: &mut ModuleEditor,
    block_rewriter: &mut BlockRewriter,
    value: Word,
    [from, to]: [Word; 2],
) -> Translated<Word> {
    if from == to {
        return Ok(value);
    }
    let [source, target] = [from, to].map(|of| list_parts(editor, of));
    if source.is_empty() || source.len() != target.len() {
        return Err(Refusal::new("a value is copied to a type of another form; copy its parts"));
    }
    let mut parts = vec![];
    for (at, (from, to)) in (0..).zip(source.into_iter().zip(target)) {
        let part = block_rewriter.push(editor, Op::CompositeExtract, from, vec![id(value), Operand::LiteralBit32(at)]);
        parts.push(id(copy_parts(editor, block_rewriter, part, [from, to])?));
    }
    Ok(block_rewriter.push(editor, Op::CompositeConstruct, to, parts))
}

/// Gives the instruction that was appended last the id of the one that it replaces.
fn rename_last(block_rewriter: &mut BlockRewriter, made: Word, replaced: &Instruction) -> Translated<()> {
    match block_rewriter.out.last_mut() {
        Some(last) if last.result_id == Some(made) => last.result_id = replaced.result_id,
        _ => {
            let copy = Instruction::new(Op::CopyObject, replaced.result_type, replaced.result_id, vec![id(made)]);
            block_rewriter.out.push(copy);
        }
    }
    Ok(())
}

/// Joins each fence with the barrier beside it. WGSL's barriers are fences too, but it has no fence alone.
fn join_fences(editor: &mut ModuleEditor) -> Translated<()> {
    let mut functions = std::mem::take(&mut editor.module.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut line = None;
        let mut kept: Vec<Instruction> = vec![];
        // The memory that fences before the next barrier are about, and the line of the first of them.
        let mut waiting: Option<(u32, Option<u32>)> = None;
        for instruction in std::mem::take(&mut block.instructions) {
            match instruction.class.opcode {
                Op::Line => {
                    line = Some(literal_at(&instruction, 1));
                    kept.push(instruction);
                }
                Op::NoLine => kept.push(instruction),
                Op::MemoryBarrier => {
                    let bits = editor.constant_bits(id_at(&instruction, 1)).unwrap_or(0);
                    let after = kept
                        .iter_mut()
                        .rev()
                        .find(|made| !matches!(made.class.opcode, Op::Line | Op::NoLine));
                    match after {
                        Some(barrier) if barrier.class.opcode == Op::ControlBarrier => {
                            add_semantics(editor, barrier, bits)
                        }
                        _ => {
                            let (known, first) = waiting.unwrap_or((0, line));
                            waiting = Some((known | bits, first));
                        }
                    }
                }
                Op::ControlBarrier => {
                    let mut barrier = instruction;
                    if let Some((bits, _)) = waiting.take() {
                        add_semantics(editor, &mut barrier, bits);
                    }
                    kept.push(barrier);
                }
                _ => {
                    if let Some((_, line)) = waiting {
                        return Err(refuse_fence(line));
                    }
                    kept.push(instruction);
                }
            }
        }
        block.instructions = kept;
    }
    editor.module.functions = functions;
    Ok(())
}

fn refuse_fence(line: Option<u32>) -> Refusal {
    let sentence = "a memory barrier without barrier() beside it orders what groups see of each other, \
                    which WGSL cannot; do in two dispatches what waits for another group";
    Refusal::new(sentence).at(line)
}

/// Adds the memory that a fence is about to a barrier.
fn add_semantics(editor: &mut ModuleEditor, barrier: &mut Instruction, bits: u32) {
    const MEMORIES: MemorySemantics = MemorySemantics::UNIFORM_MEMORY
        .union(MemorySemantics::WORKGROUP_MEMORY)
        .union(MemorySemantics::IMAGE_MEMORY);
    let at = 2;
    let Some(old) = barrier.operands.get(at).and_then(Operand::id_ref_any) else { return };
    let known = editor.constant_bits(old).unwrap_or(0);
    let Some(of) = editor.find_global(old).and_then(|made| made.result_type) else { return };
    let new = editor.add_constant(of, known | bits & MEMORIES.bits());
    barrier.operands[at] = Operand::IdMemorySemantics(new);
}
