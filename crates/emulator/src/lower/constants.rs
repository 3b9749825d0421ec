//! Constants, as the words of their registers.

use super::super::number::split_words;
use super::error::{LowerResult, not_emulated};
use super::module::{id_operand, id_operands, literal_operands, result_and_type};
use super::types::Types;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Op, Word};
use std::collections::HashMap;

/// All constants by id: type and words.
#[derive(Default)]
pub(super) struct ConstantWords {
    constants: HashMap<Word, (Word, Vec<u32>)>,
    /// Number of words of all constants.
    total: usize,
}

/// Maximum number of words of all constants.
const MAX_CONSTANT_WORDS: usize = 1 << 22;

impl ConstantWords {
    /// Adds the constant that an instruction defines; a specialisation constant gets its default.
    pub(super) fn add_constant(&mut self, types: &Types, instruction: &Instruction) -> LowerResult<()> {
        let (result, of) = result_and_type(instruction)?;
        let words = match instruction.class.opcode {
            Op::ConstantTrue | Op::SpecConstantTrue => vec![u32::MAX],
            Op::ConstantFalse | Op::SpecConstantFalse => vec![0],
            Op::Constant | Op::SpecConstant => match instruction.operands.first() {
                Some(Operand::LiteralBit32(word)) if types.word_count(of)? == 1 => {
                    vec![types.widen_constant(of, *word)]
                }
                Some(Operand::LiteralBit64(number)) if types.word_count(of)? == 2 => split_words(*number).to_vec(),
                _ => return Ok(()),
            },
            Op::ConstantNull | Op::Undef => match types.word_count(of) {
                Ok(words) => vec![0; words as usize],
                Err(_) => return Ok(()),
            },
            Op::ConstantComposite | Op::SpecConstantComposite => {
                let mut words = vec![];
                for part in id_operands(instruction, 0)? {
                    match self.constants.get(&part) {
                        Some((_, part)) => words.extend_from_slice(part),
                        None => return Ok(()),
                    }
                    if words.len() > MAX_CONSTANT_WORDS {
                        return not_emulated("a constant is too long; put it into a buffer");
                    }
                }
                if types.word_count(of)? as usize != words.len() {
                    return not_emulated("a constant does not have the parts of its type");
                }
                words
            }
            Op::SpecConstantOp => self.evaluate_spec_op(types, instruction, of)?,
            _ => return Ok(()),
        };
        self.total += words.len();
        if self.total > MAX_CONSTANT_WORDS {
            return not_emulated("all constants together are too long; put them into a buffer");
        }
        self.constants.insert(result, (of, words));
        Ok(())
    }

    /// Returns type and words of a constant.
    pub(super) fn get(&self, id: Word) -> Option<(Word, &[u32])> {
        self.constants.get(&id).map(|(of, words)| (*of, words.as_slice()))
    }

    /// Returns the word of a constant that has exactly one.
    pub(super) fn scalar_word(&self, id: Word) -> Option<u32> {
        match self.get(id)? {
            (_, &[word]) => Some(word),
            _ => None,
        }
    }

    fn constant_words(&self, id: Word) -> LowerResult<&[u32]> {
        self.get(id)
            .map_or_else(|| not_emulated(format!("%{id} is not a constant")), |(_, words)| Ok(words))
    }

    /// Evaluates `OpSpecConstantOp`, a constant calculated from others.
    fn evaluate_spec_op(&self, types: &Types, instruction: &Instruction, of: Word) -> LowerResult<Vec<u32>> {
        let Some(&Operand::LiteralSpecConstantOpInteger(op)) = instruction.operands.first() else {
            return not_emulated("OpSpecConstantOp has no operation");
        };
        let first = id_operand(instruction, 1)?;
        match op {
            Op::CompositeExtract => {
                let mut at = self
                    .get(first)
                    .map_or_else(|| not_emulated("OpSpecConstantOp has no constant operand"), |(of, _)| Ok((of, 0)))?;
                for index in literal_operands(instruction, 2)? {
                    let (part, skip) = types.locate_part(at.0, index)?;
                    at = (part, at.1 + skip);
                }
                let start = at.1 as usize;
                let count = types.word_count(at.0)? as usize;
                let words = self.constant_words(first)?.get(start..start + count);
                return words.map_or_else(|| not_emulated("a constant has too few parts"), |words| Ok(words.to_vec()));
            }
            Op::VectorShuffle => {
                let lanes = [self.constant_words(first)?, self.constant_words(id_operand(instruction, 2)?)?].concat();
                let picked = literal_operands(instruction, 3)?.into_iter().map(|lane| match lane {
                    u32::MAX => Some(0),
                    lane => lanes.get(lane as usize).copied(),
                });
                let words: Option<Vec<u32>> = picked.collect();
                return words.map_or_else(|| not_emulated("a constant has too few parts"), Ok);
            }
            Op::CompositeInsert => {
                let whole = id_operand(instruction, 2)?;
                let Some((mut part, words)) = self.get(whole) else {
                    return not_emulated("OpSpecConstantOp has no constant operand");
                };
                let mut words = words.to_vec();
                let mut start = 0;
                for index in literal_operands(instruction, 3)? {
                    let (inner, skip) = types.locate_part(part, index)?;
                    (part, start) = (inner, start + skip as usize);
                }
                let object = self.constant_words(first)?;
                return match words.get_mut(start..start + object.len()) {
                    Some(place) => {
                        place.copy_from_slice(object);
                        Ok(words)
                    }
                    None => not_emulated("a constant has too few parts"),
                };
            }
            Op::Select => {
                let yes = self.constant_words(id_operand(instruction, 2)?)?;
                let no = self.constant_words(id_operand(instruction, 3)?)?;
                let conditions = self.constant_words(first)?.iter().cycle();
                let words = conditions.zip(yes.iter().zip(no));
                return Ok(words
                    .map(|(&condition, (&yes, &no))| if condition != 0 { yes } else { no })
                    .collect());
            }
            _ => {}
        }
        let count = types.word_count(of)? as usize;
        let a = self.constant_words(first)?;
        let b = if instruction.operands.len() > 2 { self.constant_words(id_operand(instruction, 2)?)? } else { a };
        let pairs = a.iter().zip(b).take(count);
        pairs
            .map(|(&a, &b)| evaluate_op(op, a, b))
            .collect::<Option<Vec<u32>>>()
            .map_or_else(|| not_emulated(format!("the emulator does not evaluate Op{op:?} on constants")), Ok)
    }
}

/// Evaluates an operation on integers and booleans.
fn evaluate_op(op: Op, a: u32, b: u32) -> Option<u32> {
    let left = a as i32;
    let right = b as i32;
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(0),
        Op::SDiv => left.checked_div(right).unwrap_or(if right == 0 { 0 } else { left }) as u32,
        Op::UMod => a.checked_rem(b).unwrap_or(u32::MAX),
        Op::SRem => left.checked_rem(right).unwrap_or(if right == 0 { -1 } else { 0 }) as u32,
        Op::SMod => {
            let rest = left.checked_rem(right).unwrap_or(if right == 0 { -1 } else { 0 });
            (if rest != 0 && (rest < 0) != (right < 0) { rest.wrapping_add(right) } else { rest }) as u32
        }
        Op::SNegate => left.wrapping_neg() as u32,
        Op::Not | Op::LogicalNot => !a,
        Op::BitwiseAnd | Op::LogicalAnd => a & b,
        Op::BitwiseOr | Op::LogicalOr => a | b,
        Op::BitwiseXor | Op::LogicalNotEqual => a ^ b,
        Op::LogicalEqual | Op::IEqual => to_truth_word(a == b),
        Op::INotEqual => to_truth_word(a != b),
        Op::ShiftLeftLogical => a.wrapping_shl(b),
        Op::ShiftRightLogical => a.wrapping_shr(b),
        Op::ShiftRightArithmetic => left.wrapping_shr(b) as u32,
        Op::ULessThan => to_truth_word(a < b),
        Op::ULessThanEqual => to_truth_word(a <= b),
        Op::UGreaterThan => to_truth_word(a > b),
        Op::UGreaterThanEqual => to_truth_word(a >= b),
        Op::SLessThan => to_truth_word(left < right),
        Op::SLessThanEqual => to_truth_word(left <= right),
        Op::SGreaterThan => to_truth_word(left > right),
        Op::SGreaterThanEqual => to_truth_word(left >= right),
        Op::Bitcast | Op::CopyObject | Op::UConvert | Op::SConvert => a,
        _ => return None,
    })
}

fn to_truth_word(holds: bool) -> u32 {
    if holds { u32::MAX } else { 0 }
}
