//! State of the lowering of a kernel: its SPIR-V, the ids known so far, the position in the control flow, and the code
//! emitted.

use super::super::assembly::{Assembly, Instruction, Pc, Register, TypeLayout, WindowCoordinates};
use super::constants::ConstantWords;
use super::error::LowerResult;
use super::function_info::{FunctionInfo, FunctionTable};
use super::module::SpirvModule;
use super::registers::RegisterAllocator;
use super::types::Types;
use super::value::IdValue;
use super::worklist::{Construct, Task};
use gristmill_shader::ExpandedKernel;
use rspirv::spirv::{ExecutionMode, Op, Word};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// The lowering of one kernel. Each file of this folder adds the methods for one kind of instruction.
pub(super) struct Lowering<'m> {
    pub source: SpirvSource<'m>,
    pub known: KnownIds<'m>,
    pub flow: ControlFlowState,
    pub out: OutputCode,
}

/// The SPIR-V module with its types, constants and functions.
pub(super) struct SpirvSource<'m> {
    pub module: &'m SpirvModule,
    pub types: Types,
    pub constants: ConstantWords,
    pub routines: FunctionTable<'m>,
    /// True if bindings and the origin of the window are OpenGL's, not Vulkan's.
    pub is_of_opengl: bool,
}

/// Values of the ids, and their registers and slots.
#[derive(Default)]
pub(super) struct KnownIds<'m> {
    /// The functions being lowered, the innermost last.
    pub scopes: Vec<FunctionScope<'m>>,
    /// Constants and variables outside functions that have been used.
    pub globals: HashMap<Word, IdValue>,
    pub locals: Vec<LocalVariable>,
    /// Variables outside functions by id: their number among `locals`.
    pub global_locals: HashMap<Word, usize>,
    /// Registers for vectors that are indexed, by their number of lanes.
    pub vectors: HashMap<u32, usize>,
    /// The lengths of runtime arrays, by slot.
    pub lengths: HashMap<u16, Register>,
    /// The slots of atomic counters by binding.
    pub counters: HashMap<u32, u16>,
    /// Pointers into memory declared `writeonly`.
    pub write_only: HashSet<Word>,
    /// The slots of textures combined with a separate sampler, by the slot of the texture and the sampler's name.
    pub sampled: HashMap<(u16, String), u16>,
}

/// Position in the control flow.
pub(super) struct ControlFlowState {
    /// For each open frame the instructions that wait for the next join of its lanes. The first
    /// frame is that of the whole kernel.
    pub frames: Vec<Vec<Pc>>,
    pub constructs: Vec<Construct>,
    pub tasks: Vec<Task>,
    /// True if no lane reaches this point.
    pub dead: bool,
}

/// The code emitted so far.
pub(super) struct OutputCode {
    pub code: Assembly,
    pub registers: RegisterAllocator,
    /// True if the code records where variables begin, and that outputs are read.
    pub watched: bool,
    /// True if a register number denotes itself and the next one, which together are a number of 64 bits.
    pub wide: bool,
    /// The line of the current instruction.
    pub line: u32,
    /// The place after the last instruction at which lanes join or leave.
    pub straight: Pc,
    /// Instructions that run before everything else.
    pub prologue: Vec<Instruction>,
    /// True if a memory barrier makes earlier writes available to other invocations.
    pub fences_share: bool,
}

/// A function that is being lowered.
pub(super) struct FunctionScope<'m> {
    pub routine: Rc<FunctionInfo<'m>>,
    pub values: HashMap<Word, IdValue>,
    /// Blocks that have been lowered.
    pub visited: HashSet<usize>,
    /// The registers of phis of loops.
    pub phis: HashMap<Word, Vec<Register>>,
    /// The current block.
    pub block: usize,
    /// The function's variables.
    pub locals: Vec<usize>,
    /// The registers of its return value.
    pub result: Option<Vec<Register>>,
}

impl FunctionScope<'_> {
    /// Returns the registers of a phi that has been reached before.
    pub(super) fn phi_registers(&self, of: Word) -> Option<Vec<Register>> {
        self.phis
            .get(&of)
            .or_else(|| self.values.get(&of).map(|value| &value.registers))
            .cloned()
    }
}

/// A variable in registers.
pub(super) struct LocalVariable {
    pub name: String,
    pub of: Word,
    pub first: Register,
    pub words: u32,
    pub layout: Option<TypeLayout>,
    /// The slot, if it is indexed or watched.
    pub slot: Option<u16>,
    /// True for a uniform, an input or a temporary of an expression: it always has a value.
    pub given: bool,
    /// Values that are aliases of its registers, by depth of their function.
    pub aliases: Vec<(usize, Word)>,
    /// The place after the last instruction that indexed it.
    pub touched: Pc,
    pub line: u32,
}

impl<'m> Lowering<'m> {
    /// Creates the lowering of a stage, with its types and constants read.
    pub(super) fn new(module: &'m SpirvModule, expanded: &ExpandedKernel, watched: bool) -> LowerResult<Lowering<'m>> {
        let mut types = Types::default();
        let mut constants = ConstantWords::default();
        for made in module.globals() {
            match made.class.opcode {
                opcode if opcode.is_type() => types.add_type(module, made, |length| constants.scalar_word(length))?,
                opcode if opcode.is_constant() || opcode == Op::Undef => constants.add_constant(&types, made)?,
                _ => {}
            }
        }
        let early_tests = module.execution_mode(ExecutionMode::EarlyFragmentTests).is_some();
        let sharing = module.is_vulkan_memory_model().then(BTreeMap::new);
        let is_of_opengl = expanded.is_of_opengl();
        // Vulkan's window always has its origin there, and its first row is the upper one.
        let is_upper_left = is_of_opengl && module.execution_mode(ExecutionMode::OriginUpperLeft).is_some();
        let has_whole_centers = module.execution_mode(ExecutionMode::PixelCenterInteger).is_some();
        let window = WindowCoordinates { is_upper_left, has_whole_centers };
        let code = Assembly { early_tests, sharing, window, ..Assembly::new(expanded.stage) };
        Ok(Lowering {
            source: SpirvSource { module, types, constants, routines: FunctionTable::default(), is_of_opengl },
            known: KnownIds::default(),
            flow: ControlFlowState { frames: vec![vec![]], constructs: vec![], tasks: vec![], dead: false },
            out: OutputCode {
                code,
                registers: RegisterAllocator::default(),
                watched,
                wide: false,
                line: 0,
                straight: 0,
                prologue: vec![],
                fences_share: false,
            },
        })
    }
}
