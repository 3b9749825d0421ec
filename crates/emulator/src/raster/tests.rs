//! Tests of passes, with handwritten kernels, against simple models.

mod mask;
mod output;
mod regions;
mod shapes;
mod threads;
mod triangles;

use super::*;
use crate::assembly::{Assembly, Between, Binary, Instruction, Register, StageInput, StageOutput, Unary};
use crate::bindings::{BoundMemory, SlotBindings};
use crate::dispatch::{Policy, ScheduleOrder};
use crate::event::{Event, MemoryKey};
use crate::storage::Storage;
use gristmill_base::element::{Format, Scalar};
use gristmill_base::random::word;
use gristmill_machine::{Blend, DepthStencilState};
use gristmill_shader::Stage;
use std::time::Instant;

pub(super) const F1: Format = Format { scalar: Scalar::F32, lanes: 1 };
pub(super) const F2: Format = Format { scalar: Scalar::F32, lanes: 2 };
pub(super) const F4: Format = Format { scalar: Scalar::F32, lanes: 4 };
pub(super) const BYTES: Format = Format { scalar: Scalar::Unorm8, lanes: 4 };

/// Builds register code, one instruction after another.
pub(super) struct Code(pub Assembly);

impl Code {
    pub fn new(stage: Stage) -> Code {
        Code(Assembly::new(stage))
    }

    pub fn fragment() -> Code {
        Code::new(Stage::Fragment)
    }

    pub fn vertex() -> Code {
        Code::new(Stage::Vertex)
    }

    pub fn fresh(&mut self) -> Register {
        self.0.registers += 1;
        self.0.registers - 1
    }

    pub fn input(&mut self, input: StageInput) -> Register {
        let register = self.fresh();
        self.0.inputs.push((register, input));
        register
    }

    pub fn word(&mut self, word: u32) -> Register {
        let register = self.fresh();
        self.0.constants.push((register, word));
        register
    }

    pub fn float(&mut self, float: f32) -> Register {
        self.word(float.to_bits())
    }

    pub fn unary(&mut self, op: Unary, a: Register) -> Register {
        let to = self.fresh();
        self.push(Instruction::Unary { op, to, a });
        to
    }

    pub fn binary(&mut self, op: Binary, a: Register, b: Register) -> Register {
        let to = self.fresh();
        self.push(Instruction::Binary { op, to, a, b });
        to
    }

    pub fn push(&mut self, instruction: Instruction) {
        self.0.instructions.push(instruction);
    }

    /// Discards the fragments whose condition is true.
    pub fn discard(&mut self, condition: Register) {
        let end = self.0.instructions.len() as u32 + 2;
        self.push(Instruction::If { condition, otherwise: end });
        self.push(Instruction::Kill { join: end });
        self.push(Instruction::EndIf);
        self.0.discards = true;
    }

    pub fn output(&mut self, register: Register, output: StageOutput) {
        // A separate register, written by the code, as lowering does.
        let to = self.unary(Unary::Copy, register);
        self.0.outputs.push((to, output));
    }

    pub fn colour(mut self, location: u32, registers: &[Register]) -> Code {
        for (lane, &register) in registers.iter().enumerate() {
            self.output(register, StageOutput::Colour { location, lane: lane as u8, scalar: Scalar::F32 });
        }
        self
    }

    pub fn end(mut self) -> Assembly {
        self.push(Instruction::End);
        self.0.lines = vec![0; self.0.instructions.len()];
        self.0
    }
}

/// Builds a fragment kernel with a constant output.
pub(super) fn constant(value: f32) -> Assembly {
    let mut code = Code::fragment();
    let value = code.float(value);
    code.colour(0, &[value]).end()
}

/// Builds a fragment kernel whose output is `gl_FragCoord.x + 1000 * gl_FragCoord.y`.
pub(super) fn place() -> Code {
    let mut code = Code::fragment();
    let [x, y] = [0, 1].map(|axis| code.input(StageInput::FragCoord(axis)));
    let thousand = code.float(1000.0);
    let y = code.binary(Binary::MulFloat, thousand, y);
    let sum = code.binary(Binary::AddFloat, x, y);
    code.colour(0, &[sum])
}

/// Builds a vertex kernel: attribute 0 is the position, and the attributes from 1 on become varyings, two components
/// each.
pub(super) fn through(varyings: u32) -> Assembly {
    let mut code = Code::vertex();
    for lane in 0..4 {
        let given = code.input(StageInput::Attribute { location: 0, lane });
        code.output(given, StageOutput::Position(lane));
    }
    for location in 1..=varyings {
        for lane in 0..2 {
            let given = code.input(StageInput::Attribute { location, lane });
            code.output(given, StageOutput::Varying { location, lane });
        }
    }
    code.end()
}

/// Builds a fragment kernel that writes two components of varying 1, depth and w.
pub(super) fn varying(between: Between) -> Assembly {
    let mut code = Code::fragment();
    let [a, b] = [0, 1].map(|lane| code.input(StageInput::Varying { location: 1, lane, between }));
    let [z, w] = [2, 3].map(|axis| code.input(StageInput::FragCoord(axis)));
    code.colour(0, &[a, b, z, w]).end()
}

pub(super) fn floats(words: &[f32]) -> Storage {
    Storage::of(&words.iter().map(|float| float.to_bits()).collect::<Vec<_>>())
}

pub(super) fn read(storage: &Storage) -> Vec<f32> {
    storage.copy().into_iter().map(f32::from_bits).collect()
}

pub(super) fn target(storage: &Storage, format: Format, width: usize, height: usize) -> RenderTarget<'_> {
    let (key, kept) = (MemoryKey::Global(100), format.lanes);
    RenderTarget { key, location: 0, storage, format, kept, width, height, slice: 0 }
}

pub(super) fn region(x: usize, y: usize, width: usize, height: usize) -> Region {
    Region { x, y, z: 0, width, height }
}

pub(super) fn wide(width: u32) -> Policy {
    Policy { width, order: ScheduleOrder::Forward, ..Policy::default() }
}

/// Records the warps that run.
#[derive(Default)]
pub(super) struct Listener {
    pub begins: Vec<Vec<MemoryKey>>,
    pub ends: usize,
    /// For each warp its pixels, its active lanes and its helpers.
    pub warps: Vec<(Vec<[u32; 2]>, u64, u64)>,
    /// Vertices that ran.
    pub vertices: usize,
}

impl Observe for Listener {
    fn hear(&mut self, event: &Event) {
        use crate::event::LaneKind;
        match event {
            Event::Begins(launched) => self.begins.push(launched.targets.to_vec()),
            Event::Ends(_) => self.ends += 1,
            Event::Step { at, .. } if at.pc == 0 => match &at.info.lanes {
                LaneKind::Fragments(pixels) => self.warps.push((pixels.clone(), at.mask, at.info.helpers)),
                _ => self.vertices += at.mask.count_ones() as usize,
            },
            _ => {}
        }
    }
}

/// Draws on this number of threads.
pub(super) fn on_threads(threads: usize, pass: &Pass) -> PassOutcome {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| draw_parallel(pass)).unwrap()
}

/// Random numbers.
pub(super) struct Random(pub u32, pub u32);

impl Random {
    pub fn below(&mut self, limit: u32) -> u32 {
        self.1 += 1;
        word(self.0, 0, self.1) % limit
    }
}

/// Returns a position in clip space that projects exactly to this place, in 1/256 of a pixel, on a screen whose
/// size is a power of two.
pub(super) fn at(size: f32, [x, y]: [i64; 2], z: f32, w: f32) -> [f32; 4] {
    let ndc = |place: i64| place as f32 / 256.0 / (size / 2.0) - 1.0;
    [ndc(x) * w, ndc(y) * w, z * w, w]
}
