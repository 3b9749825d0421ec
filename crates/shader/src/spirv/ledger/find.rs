//! Finds the first item of a module that the ledger refuses, and its line.

use super::super::words::{ModuleInstruction, split_instructions};
use super::{LedgerEntry, explain_unknown};
use rspirv::dr;
use rspirv::grammar::{INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{AddressingModel, BuiltIn, Capability, Decoration, ExecutionMode, ImageOperands, MemoryAccess, Op};
use std::collections::{HashMap, HashSet};

pub(super) const BUFFER_REFERENCES: &str = "buffer references (GL_EXT_buffer_reference)";

/// A refused item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedItem {
    /// The item, and the alternative.
    pub sentence: String,
    /// Its line; 0 if unknown.
    pub line: u32,
}

/// Last opcode of shaders in SPIR-V 1.0 to 1.3.
const LAST_CORE_OPCODE: u32 = 403;

/// Later instructions that the emulator supports.
const LATER_OPCODES: [Op; 16] = [
    Op::DemoteToHelperInvocation,
    Op::IsHelperInvocationEXT,
    Op::DecorateString,
    Op::MemberDecorateString,
    Op::SubgroupBallotKHR,
    Op::SubgroupFirstInvocationKHR,
    Op::SubgroupAllKHR,
    Op::SubgroupAnyKHR,
    Op::SubgroupAllEqualKHR,
    Op::GroupNonUniformRotateKHR,
    Op::SubgroupReadInvocationKHR,
    Op::ReadClockKHR,
    Op::GroupNonUniformPartitionEXT,
    Op::AtomicFAddEXT,
    Op::AtomicFMinEXT,
    Op::AtomicFMaxEXT,
];

/// The item whose line a refusal has.
enum Subject {
    /// The instruction itself.
    Instruction,
    /// The first use of an id.
    Id(u32),
    /// The first instruction that needs a capability.
    Capability(Capability),
}

/// Returns the first refused item of a module whose instruction lengths are valid.
pub fn find_refusal(words: &[u32]) -> Option<RefusedItem> {
    let mut line = 0;
    for instruction in split_instructions(words) {
        match Op::from_u32(instruction.opcode) {
            Some(Op::Line) => line = instruction.operand(1),
            Some(Op::NoLine | Op::FunctionEnd) => line = 0,
            _ => {}
        }
        let Some((sentence, subject)) = refusal_of(words, &instruction) else { continue };
        let line = match subject {
            Subject::Instruction => line,
            Subject::Id(id) => line_of_use(words, id),
            Subject::Capability(capability) => line_of_capability(words, capability),
        };
        return Some(RefusedItem { sentence, line });
    }
    None
}

fn refusal_of(words: &[u32], instruction: &ModuleInstruction) -> Option<(String, Subject)> {
    let [first, second, third] = [0, 1, 2].map(|place| instruction.operand(place));
    match Op::from_u32(instruction.opcode) {
        Some(Op::Capability) => {
            let sentence = Capability::refusal_of_number(first)?;
            let known = Capability::from_u32(first);
            Some((sentence, known.map_or(Subject::Instruction, Subject::Capability)))
        }
        Some(Op::MemoryModel) => refuse_instruction(refusal_of_addresses(first)),
        Some(Op::ExecutionMode | Op::ExecutionModeId) => refuse_instruction(ExecutionMode::refusal_of_number(second)),
        Some(Op::Decorate | Op::DecorateId | Op::DecorateString) => {
            let name = author_name(words, first, None);
            refusal_of_decoration(&name, second, third).map(|sentence| (sentence, Subject::Id(first)))
        }
        Some(Op::MemberDecorate | Op::MemberDecorateString) => {
            let name = author_name(words, first, Some(second));
            let sentence = refusal_of_decoration(&name, third, instruction.operand(3));
            sentence.map(|sentence| (sentence, Subject::Id(first)))
        }
        Some(Op::Load) => refuse_instruction(refusal_of_bits::<MemoryAccess>(instruction.operand(3))),
        Some(Op::Store | Op::CopyMemory) => refuse_instruction(refusal_of_bits::<MemoryAccess>(third)),
        Some(Op::SpecConstantOp) if !(79..=205).contains(&third) => {
            refuse_instruction(Some(explain_unknown("operation on constants", &opcode_name(third))))
        }
        _ => refuse_instruction(refusal_of_opcode(instruction.opcode)),
    }
}

fn refuse_instruction(refusal: Option<String>) -> Option<(String, Subject)> {
    refusal.map(|sentence| (sentence, Subject::Instruction))
}

fn refusal_of_opcode(opcode: u32) -> Option<String> {
    let is_known = opcode <= LAST_CORE_OPCODE || LATER_OPCODES.iter().any(|&later| later as u32 == opcode);
    (!is_known).then(|| explain_unknown("instruction", &opcode_name(opcode)))
}

fn opcode_name(opcode: u32) -> String {
    Op::from_u32(opcode).map_or_else(|| opcode.to_string(), |op| format!("Op{op:?}"))
}

fn refusal_of_addresses(model: u32) -> Option<String> {
    match AddressingModel::from_u32(model) {
        Some(AddressingModel::Logical) => None,
        Some(AddressingModel::PhysicalStorageBuffer64) => {
            Some(format!("{BUFFER_REFERENCES} are not emulated; bind the buffers"))
        }
        _ => Some("addresses of memory, as OpenCL has them, are not emulated; compile a compute shader".to_string()),
    }
}

/// Of a built-in variable only its number is checked here: it is looked up again at its use.
fn refusal_of_decoration(name: &str, decoration: u32, operand: u32) -> Option<String> {
    let refusal = match Decoration::from_u32(decoration) {
        Some(Decoration::BuiltIn) => match BuiltIn::from_u32(operand) {
            Some(built_in) if built_in.treatment().is_some() => None,
            _ => BuiltIn::refusal_of_number(operand),
        },
        _ => Decoration::refusal_of_number(decoration),
    };
    refusal.map(|sentence| if name.is_empty() { sentence } else { format!("{name}: {sentence}") })
}

/// Returns the reason if one of these bits is refused.
fn refusal_of_bits<T: LedgerEntry>(bits: u32) -> Option<String> {
    (0..u32::BITS)
        .map(|bit| bits & (1 << bit))
        .filter(|bit| *bit != 0)
        .find_map(T::refusal_of_number)
}

/// Returns the reason if one of an image's operands is refused.
pub fn refusal_of_image_operands(operands: ImageOperands) -> Option<String> {
    refusal_of_bits::<ImageOperands>(operands.bits())
}

/// Returns the author's name of an id, or of a member of the struct with that id.
fn author_name(words: &[u32], id: u32, member: Option<u32>) -> String {
    let named = split_instructions(words).find(|made| match member {
        None => made.opcode == Op::Name as u32 && made.operand(0) == id,
        Some(member) => made.opcode == Op::MemberName as u32 && made.operand(0) == id && made.operand(1) == member,
    });
    named.map_or(String::new(), |made| made.read_text(if member.is_some() { 2 } else { 1 }).0)
}

/// Returns the line of the first instruction that needs a capability, or of the first use of its result.
fn line_of_capability(words: &[u32], capability: Capability) -> u32 {
    let mut line = 0;
    let mut is_in_function = false;
    for made in split_instructions(words) {
        match Op::from_u32(made.opcode) {
            Some(Op::Line) => line = made.operand(1),
            Some(Op::Function) => is_in_function = true,
            _ => {}
        }
        if !needs_capability(&made, capability) {
            continue;
        }
        if is_in_function {
            return line;
        }
        let made = result_id(&made).unwrap_or_else(|| made.operand(0));
        return line_of_use(words, made);
    }
    0
}

fn needs_capability(made: &ModuleInstruction, capability: Capability) -> bool {
    let known = INSTRUCTION_TABLE.lookup_opcode(made.opcode);
    known.is_some_and(|known| known.capabilities.contains(&capability))
}

/// Returns the result id of an instruction.
fn result_id(made: &ModuleInstruction) -> Option<u32> {
    let known = INSTRUCTION_TABLE.lookup_opcode(made.opcode)?;
    let place = known
        .operands
        .iter()
        .take(2)
        .position(|operand| operand.kind == OperandKind::IdResult)?;
    Some(made.operand(place))
}

/// Returns the line of the first instruction in a function that uses an id, or a global derived
/// from it; 0 if there is none.
pub fn line_of_use(words: &[u32], id: u32) -> u32 {
    let Ok(module) = dr::load_words(words) else { return line_of_raw_use(words, id) };
    let mut wanted = HashSet::from([id]);
    for made in &module.types_global_values {
        let ids = made.operands.iter().filter_map(dr::Operand::id_ref_any).chain(made.result_type);
        if ids.into_iter().any(|used| wanted.contains(&used)) {
            wanted.extend(made.result_id);
        }
    }
    let mut line = 0;
    for function in &module.functions {
        for made in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let (Op::Line, Some(dr::Operand::LiteralBit32(number))) = (made.class.opcode, made.operands.get(1)) {
                line = *number;
            }
            let mut ids = made.operands.iter().filter_map(dr::Operand::id_ref_any).chain(made.result_type);
            if !ids.any(|used| wanted.contains(&used)) {
                continue;
            }
            if made.class.opcode != Op::Variable {
                return line;
            }
            wanted.extend(made.result_id);
        }
    }
    0
}

/// The same for a module that rspirv cannot load: operands count as ids by rspirv's grammar.
fn line_of_raw_use(words: &[u32], id: u32) -> u32 {
    let mut wanted = HashSet::from([id]);
    let mut kinds: HashMap<u32, Vec<bool>> = HashMap::new();
    let mut line = 0;
    let mut is_in_function = false;
    for made in split_instructions(words) {
        match Op::from_u32(made.opcode) {
            Some(Op::Line) => line = made.operand(1),
            Some(Op::Function) => is_in_function = true,
            Some(Op::Name | Op::MemberName | Op::Decorate | Op::MemberDecorate | Op::EntryPoint) => continue,
            _ => {}
        }
        let is_id = kinds.entry(made.opcode).or_insert_with(|| id_operands(made.opcode));
        let result = result_id(&made);
        let last = is_id.last().copied().unwrap_or(false);
        let mut used = (0..made.words.len() - 1).filter(|&at| is_id.get(at).copied().unwrap_or(last));
        if !used.any(|at| wanted.contains(&made.operand(at)) && Some(made.operand(at)) != result) {
            continue;
        }
        if is_in_function && made.opcode != Op::Variable as u32 {
            return line;
        }
        wanted.extend(result);
    }
    0
}

/// Returns which operands of an opcode are ids; the last applies to all further ones.
fn id_operands(opcode: u32) -> Vec<bool> {
    let known = INSTRUCTION_TABLE.lookup_opcode(opcode);
    known.map_or(vec![], |known| known.operands.iter().map(|operand| is_id_kind(operand.kind)).collect())
}

fn is_id_kind(kind: OperandKind) -> bool {
    matches!(
        kind,
        OperandKind::IdRef | OperandKind::IdResultType | OperandKind::IdScope | OperandKind::IdMemorySemantics
    )
}
