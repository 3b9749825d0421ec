//! A SPIR-V module read into tables by id.

use super::super::number::NumberType;
use super::error::{LowerResult, not_emulated};
use rspirv::dr::{self, Instruction, Operand};
use rspirv::spirv::{Decoration, ExecutionMode, MemoryModel, Op, SourceLanguage, StorageClass, Word};
use std::collections::{HashMap, HashSet};

/// Maximum number of ids. glslang's longest programs have some ten thousand.
const MAX_IDS: u32 = 1 << 22;

/// Key of a name or decoration: an id, or a member of the struct with that id.
type MemberOf = (Word, Option<u32>);

type Decorations = HashMap<MemberOf, Vec<(Decoration, Option<Operand>)>>;

/// A module and its tables.
pub(super) struct SpirvModule {
    module: dr::Module,
    names: HashMap<MemberOf, String>,
    decorations: Decorations,
    functions: HashMap<Word, usize>,
    variables: HashMap<Word, usize>,
    /// `OpUndef` values outside functions.
    undefined: HashSet<Word>,
    /// Values declared to differ from lane to lane (`nonuniformEXT`), and the pointers through which they are read.
    non_uniform: HashSet<Word>,
}

/// Reads the words of a module. Words that would make the reader fail are refused first.
pub(super) fn read_module(words: &[u32]) -> LowerResult<SpirvModule> {
    check_words(words)?;
    let module = dr::load_words(words).or_else(|error| not_emulated(format!("its SPIR-V cannot be read: {error}")))?;
    let mut names = HashMap::new();
    for named in &module.debug_names {
        let member = (named.class.opcode == Op::MemberName)
            .then(|| literal_operand(named, 1))
            .transpose()?;
        if let Some(Operand::LiteralString(name)) = named.operands.last() {
            names.insert((id_operand(named, 0)?, member), name.clone());
        }
    }
    let mut decorations = Decorations::new();
    for annotation in &module.annotations {
        let (member, at) = match annotation.class.opcode {
            Op::Decorate => (None, 1),
            Op::MemberDecorate => (Some(literal_operand(annotation, 1)?), 2),
            _ => continue,
        };
        if let Some(Operand::Decoration(decoration)) = annotation.operands.get(at) {
            let list = decorations.entry((id_operand(annotation, 0)?, member)).or_default();
            list.push((*decoration, annotation.operands.get(at + 1).cloned()));
        }
    }
    let functions = module.functions.iter().enumerate();
    let functions = functions
        .filter_map(|(at, function)| Some((function.def.as_ref()?.result_id?, at)))
        .collect();
    let globals = module.types_global_values.iter().enumerate();
    let variables = globals.filter(|(_, made)| made.class.opcode == Op::Variable);
    let variables = variables.filter_map(|(at, made)| Some((made.result_id?, at))).collect();
    let undefined = module.types_global_values.iter().filter(|made| made.class.opcode == Op::Undef);
    let undefined = undefined.filter_map(|made| made.result_id).collect();
    let non_uniform = find_non_uniform(&module, &decorations);
    Ok(SpirvModule { module, names, decorations, functions, variables, undefined, non_uniform })
}

/// Finds all non-uniform ids: compilers decorate the index, the pointer or the value read through it.
fn find_non_uniform(module: &dr::Module, decorations: &Decorations) -> HashSet<Word> {
    let decorated = decorations
        .iter()
        .filter(|(_, list)| list.iter().any(|(decoration, _)| *decoration == Decoration::NonUniform));
    let mut found: HashSet<Word> = decorated.map(|((id, _), _)| *id).collect();
    if found.is_empty() {
        return found;
    }
    // A load comes after its pointer, so one walk from the end finds all of them.
    let blocks = module.functions.iter().flat_map(|function| &function.blocks);
    let instructions: Vec<&Instruction> = blocks.flat_map(|block| &block.instructions).collect();
    for instruction in instructions.into_iter().rev() {
        let passes_on = matches!(instruction.class.opcode, Op::Load | Op::SampledImage | Op::Image | Op::CopyObject);
        if passes_on && instruction.result_id.is_some_and(|result| found.contains(&result)) {
            found.extend(instruction.operands.iter().filter_map(Operand::id_ref_any));
        }
    }
    found
}

/// Refuses words that are not a sequence of instructions, and too many ids.
fn check_words(words: &[u32]) -> LowerResult<()> {
    if words.get(3).is_some_and(|&bound| bound > MAX_IDS) {
        return not_emulated(format!("its SPIR-V has more than {MAX_IDS} ids; split the kernel"));
    }
    let mut at = 5;
    while let Some(&word) = words.get(at) {
        let length = (word >> 16) as usize;
        if length == 0 || at + length > words.len() {
            return not_emulated(format!("its SPIR-V is cut off at word {at}; compile it again"));
        }
        at += length;
    }
    Ok(())
}

impl SpirvModule {
    /// Returns true if its memory model is Vulkan's.
    pub(super) fn is_vulkan_memory_model(&self) -> bool {
        let model = self.module.memory_model.as_ref().and_then(|model| model.operands.get(1));
        matches!(model, Some(Operand::MemoryModel(MemoryModel::Vulkan)))
    }

    /// Returns true if a loaded value is only stored back to its origin, with some of its lanes
    /// replaced: glslang writes `a.yx = b` like that, which reads nothing.
    pub(super) fn is_stored_back(&self, loaded: Word, pointer: Word) -> bool {
        let users: Vec<&Instruction> = self.instructions().filter(|made| has_operand(made, loaded)).collect();
        users.iter().all(|user| {
            let shuffled = user.result_id.filter(|_| replaces_lanes(user, loaded));
            let mut stores = self
                .instructions()
                .filter(|made| shuffled.is_some_and(|of| has_operand(made, of)));
            shuffled.is_some()
                && stores.all(|made| made.class.opcode == Op::Store && id_operand(made, 0).ok() == Some(pointer))
        })
    }

    /// Returns types, constants and variables, in order.
    pub(super) fn globals(&self) -> &[Instruction] {
        &self.module.types_global_values
    }

    /// Returns the instructions of all functions, in order.
    pub(super) fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        let blocks = self.module.functions.iter().flat_map(|function| &function.blocks);
        blocks.flat_map(|block| &block.instructions)
    }

    /// Returns a variable outside all functions.
    pub(super) fn variable(&self, id: Word) -> Option<&Instruction> {
        self.module.types_global_values.get(*self.variables.get(&id)?)
    }

    /// True for an `OpUndef` outside functions: optimisers produce it for a variable that was never written.
    pub(super) fn is_undef_global(&self, of: Word) -> bool {
        self.undefined.contains(&of)
    }

    /// Returns true if an index, a pointer or the value read through it is declared to differ from lane to lane.
    pub(super) fn is_non_uniform(&self, of: Word) -> bool {
        self.non_uniform.contains(&of)
    }

    /// Returns the variables outside all functions, in order.
    pub(super) fn variables(&self) -> impl Iterator<Item = &Instruction> {
        self.module
            .types_global_values
            .iter()
            .filter(|made| made.class.opcode == Op::Variable)
    }

    /// Returns a function.
    pub(super) fn function(&self, id: Word) -> LowerResult<&dr::Function> {
        let function = self.functions.get(&id).and_then(|&at| self.module.functions.get(at));
        function.map_or_else(|| not_emulated(format!("there is no function %{id}")), Ok)
    }

    /// Returns the id of the function that runs first.
    pub(super) fn main_function(&self) -> LowerResult<Word> {
        match self.module.entry_points.first() {
            Some(entry) => id_operand(entry, 1),
            None => not_emulated("it has no function void main()"),
        }
    }

    /// Returns the numbers or ids of an execution mode, or `None` if it is not set.
    pub(super) fn execution_mode(&self, mode: ExecutionMode) -> Option<Vec<u32>> {
        let modes = &self.module.execution_modes;
        let set = modes
            .iter()
            .find(|set| set.operands.get(1) == Some(&Operand::ExecutionMode(mode)))?;
        Some(set.operands.iter().skip(2).map(operand_number).collect())
    }

    /// Returns true if that id is GLSL's set of extended instructions.
    pub(super) fn is_glsl_import(&self, set: Word) -> bool {
        let mut imports = self.module.ext_inst_imports.iter();
        imports.any(|import| {
            import.result_id == Some(set)
                && import.operands.first() == Some(&Operand::LiteralString("GLSL.std.450".to_string()))
        })
    }

    /// Returns a name, empty if there is none.
    pub(super) fn name(&self, of: Word) -> &str {
        self.names.get(&(of, None)).map_or("", String::as_str)
    }

    /// Returns the name of a struct's member, empty if there is none.
    pub(super) fn member_name(&self, of: Word, member: u32) -> &str {
        self.names.get(&(of, Some(member))).map_or("", String::as_str)
    }

    /// True if the author's text is GLSL, in which a block has a name of its own.
    pub(super) fn is_of_glsl(&self) -> bool {
        let languages = [SourceLanguage::GLSL, SourceLanguage::ESSL];
        self.module.debug_string_source.iter().any(|source| {
            source.class.opcode == Op::Source
                && languages
                    .iter()
                    .any(|&language| source.operands.contains(&Operand::SourceLanguage(language)))
        })
    }

    /// Returns the operand of a decoration, or `None` if the decoration is absent.
    pub(super) fn decoration(&self, of: Word, member: Option<u32>, wanted: Decoration) -> Option<Option<&Operand>> {
        let list = self.decorations.get(&(of, member))?;
        list.iter()
            .find(|(decoration, _)| *decoration == wanted)
            .map(|(_, operand)| operand.as_ref())
    }

    /// Returns the number of a decoration.
    pub(super) fn decoration_value(&self, of: Word, member: Option<u32>, wanted: Decoration) -> Option<u32> {
        self.decoration(of, member, wanted)
            .map(|operand| operand.map_or(0, operand_number))
    }

    /// True if a decoration is present.
    pub(super) fn has_decoration(&self, of: Word, member: Option<u32>, wanted: Decoration) -> bool {
        self.decoration(of, member, wanted).is_some()
    }
}

fn has_operand(made: &Instruction, of: Word) -> bool {
    made.operands.iter().any(|used| used.id_ref_any() == Some(of))
}

/// Returns true if a shuffle takes each lane of a vector from its own place or from another vector.
fn replaces_lanes(made: &Instruction, vector: Word) -> bool {
    let [Ok(first), Ok(second)] = [0, 1].map(|place| id_operand(made, place)) else { return false };
    let Ok(lanes) = literal_operands(made, 2) else { return false };
    let count = lanes.len() as u32;
    made.class.opcode == Op::VectorShuffle
        && first == vector
        && second != vector
        && (0..)
            .zip(&lanes)
            .all(|(place, lane): (u32, &u32)| *lane == place || *lane >= count)
}

/// Returns the storage class of a variable.
pub(super) fn storage_class(variable: &Instruction) -> LowerResult<StorageClass> {
    match variable.operands.first() {
        Some(Operand::StorageClass(class)) => Ok(*class),
        _ => not_emulated("a variable has no storage class"),
    }
}

/// Returns the number of an operand, 0 if it is something else.
fn operand_number(operand: &Operand) -> u32 {
    match operand {
        Operand::LiteralBit32(number) | Operand::IdRef(number) => *number,
        _ => 0,
    }
}

/// Returns the id at a place among an instruction's operands.
pub(super) fn id_operand(instruction: &Instruction, place: usize) -> LowerResult<Word> {
    match instruction.operands.get(place).and_then(Operand::id_ref_any) {
        Some(id) => Ok(id),
        None => not_emulated(format!("Op{:?} has too few operands", instruction.class.opcode)),
    }
}

/// Returns the number at a place among an instruction's operands.
pub(super) fn literal_operand(instruction: &Instruction, place: usize) -> LowerResult<u32> {
    match instruction.operands.get(place) {
        Some(Operand::LiteralBit32(number)) => Ok(*number),
        _ => not_emulated(format!(
            "expected a number of 32 bits as an operand of Op{:?}, found none",
            instruction.class.opcode
        )),
    }
}

/// Returns the numbers from a place on.
pub(super) fn literal_operands(instruction: &Instruction, from: usize) -> LowerResult<Vec<u32>> {
    (from..instruction.operands.len())
        .map(|place| literal_operand(instruction, place))
        .collect()
}

/// Returns the ids from a place on.
pub(super) fn id_operands(instruction: &Instruction, from: usize) -> LowerResult<Vec<Word>> {
    (from..instruction.operands.len())
        .map(|place| id_operand(instruction, place))
        .collect()
}

/// Returns the id of an instruction's result, and of its type.
pub(super) fn result_and_type(instruction: &Instruction) -> LowerResult<(Word, Word)> {
    match (instruction.result_id, instruction.result_type) {
        (Some(id), Some(of)) => Ok((id, of)),
        _ => not_emulated(format!("Op{:?} has no result", instruction.class.opcode)),
    }
}

/// Returns the number type of 8, 16 or 64 bits that an instruction declares; `None` for 32 bits or
/// an unsupported width.
pub(super) fn declared_number(made: &Instruction) -> LowerResult<Option<NumberType>> {
    let bits = literal_operand(made, 0)?;
    let signed = made.class.opcode == Op::TypeInt && literal_operand(made, 1)? == 1;
    Ok(match (made.class.opcode, bits) {
        (Op::TypeInt, 8 | 16 | 64) if signed => Some(NumberType::Int(bits as u8)),
        (Op::TypeInt, 8 | 16 | 64) => Some(NumberType::Uint(bits as u8)),
        // A third operand names another encoding of 16 bits.
        (Op::TypeFloat, 16 | 64) if made.operands.len() == 1 => Some(NumberType::Float(bits as u8)),
        _ => None,
    })
}
