//! A kernel that is being lowered: what its SPIR-V says, what is known of it so far, where in it we are, and
//! the code that comes out.

use super::super::assembly::{Assembly, Instruction, Pc, Register, TypeLayout, WindowCoordinates};
use super::constants::ConstantWords;
use super::fault::Lowered;
use super::module::SpirvModule;
use super::registers::Registers;
use super::routine::{Routine, Routines};
use super::task::{Construct, Task};
use super::types::Types;
use super::value::IdValue;
use gristmill_shader::Expanded;
use rspirv::spirv::{ExecutionMode, Op, Word};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

/// A kernel that is being lowered. Each file beside this one adds the methods for one kind of instruction.
pub(super) struct Lowering<'m> {
    pub source: SpirvSource<'m>,
    pub known: KnownIds<'m>,
    pub flow: OpenConstructs,
    pub out: Emitted,
}

/// What the SPIR-V says.
pub(super) struct SpirvSource<'m> {
    pub module: &'m SpirvModule,
    pub types: Types,
    pub constants: ConstantWords,
    pub routines: Routines<'m>,
    /// True if bindings and the origin of the window are OpenGL's, not Vulkan's.
    pub is_of_opengl: bool,
}

/// What ids stand for, and what they have of registers and slots.
#[derive(Default)]
pub(super) struct KnownIds<'m> {
    /// The functions that are open, the innermost last.
    pub scopes: Vec<Scope<'m>>,
    /// Constants and variables outside functions that have been used.
    pub globals: HashMap<Word, IdValue>,
    pub locals: Vec<Local>,
    /// Variables outside functions by id: their number among `locals`.
    pub global_locals: HashMap<Word, usize>,
    /// Registers for vectors that are indexed, by their number of lanes.
    pub vectors: HashMap<u32, usize>,
    /// The lengths of arrays without an end, by slot.
    pub lengths: HashMap<u16, Register>,
    /// The slots of atomic counters by binding.
    pub counters: HashMap<u32, u16>,
    /// Pointers into what is declared `writeonly`.
    pub write_only: HashSet<Word>,
    /// The slots of textures with a sampler of their own, by the slot of the texture alone and the sampler's name.
    pub sampled: HashMap<(u16, String), u16>,
}

/// Where in the control flow we are.
pub(super) struct OpenConstructs {
    /// For each open frame the instructions that go to where its lanes come together next. The first stands
    /// for the whole kernel.
    pub frames: Vec<Vec<Pc>>,
    pub constructs: Vec<Construct>,
    pub tasks: Vec<Task>,
    /// Whether no lane gets here.
    pub dead: bool,
}

/// What has been made so far.
pub(super) struct Emitted {
    pub code: Assembly,
    pub registers: Registers,
    /// Whether the code says where variables begin, and that outputs are read.
    pub watched: bool,
    /// Whether a register stands for itself and the one behind it, which together are a number of 64 bits.
    pub wide: bool,
    /// The line of the instruction at hand.
    pub line: u32,
    /// The place after the last instruction at which lanes come or go.
    pub straight: Pc,
    /// What runs before all else.
    pub prologue: Vec<Instruction>,
    /// True if a memory barrier makes what was written for others available to them.
    pub fences_share: bool,
}

/// A function that is open.
pub(super) struct Scope<'m> {
    pub routine: Rc<Routine<'m>>,
    pub values: HashMap<Word, IdValue>,
    /// Blocks that have been lowered.
    pub visited: HashSet<usize>,
    /// What phis of loops stand for.
    pub phis: HashMap<Word, Vec<Register>>,
    /// The block at hand.
    pub block: usize,
    /// Its variables.
    pub locals: Vec<usize>,
    /// Where what it returns goes.
    pub result: Option<Vec<Register>>,
}

impl Scope<'_> {
    /// The registers of a phi that has been reached before.
    pub(super) fn phi(&self, of: Word) -> Option<Vec<Register>> {
        self.phis
            .get(&of)
            .or_else(|| self.values.get(&of).map(|value| &value.registers))
            .cloned()
    }
}

/// A variable in registers.
pub(super) struct Local {
    pub name: String,
    pub of: Word,
    pub first: Register,
    pub words: u32,
    pub layout: Option<TypeLayout>,
    /// Its slot, if it is indexed or watched.
    pub slot: Option<u16>,
    /// Whether it is a uniform, an input or a helper of an expression: it always has a value.
    pub given: bool,
    /// Values that stand for its registers, by depth of their function.
    pub aliases: Vec<(usize, Word)>,
    /// The place after the last instruction that indexed it.
    pub touched: Pc,
    pub line: u32,
}

impl<'m> Lowering<'m> {
    /// A stage of which nothing is lowered yet.
    pub(super) fn new(module: &'m SpirvModule, expanded: &Expanded, watched: bool) -> Lowered<Lowering<'m>> {
        let mut types = Types::default();
        let mut constants = ConstantWords::default();
        for made in module.globals() {
            match made.class.opcode {
                opcode if opcode.is_type() => types.add(module, made, |length| constants.word(length))?,
                opcode if opcode.is_constant() || opcode == Op::Undef => constants.add(&types, made)?,
                _ => {}
            }
        }
        let early_tests = module.mode(ExecutionMode::EarlyFragmentTests).is_some();
        let sharing = module.is_vulkan_memory_model().then(BTreeMap::new);
        let is_of_opengl = expanded.is_of_opengl();
        // Vulkan's window has its origin there always, and its first row is the upper one.
        let is_upper_left = is_of_opengl && module.mode(ExecutionMode::OriginUpperLeft).is_some();
        let has_whole_centers = module.mode(ExecutionMode::PixelCenterInteger).is_some();
        let window = WindowCoordinates { is_upper_left, has_whole_centers };
        let code = Assembly { early_tests, sharing, window, ..Assembly::new(expanded.stage) };
        Ok(Lowering {
            source: SpirvSource { module, types, constants, routines: Routines::default(), is_of_opengl },
            known: KnownIds::default(),
            flow: OpenConstructs { frames: vec![vec![]], constructs: vec![], tasks: vec![], dead: false },
            out: Emitted {
                code,
                registers: Registers::default(),
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
