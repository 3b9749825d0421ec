//! Tests of passes, with handwritten kernels, against simple models.

mod mask;
mod output;
mod regions;
mod shapes;
mod threads;
mod triangles;

use super::*;
use crate::assembly::{Assembly, Binary, Instruction, Interpolation, Register, StageInput, StageOutput, Unary};
use crate::bindings::{BoundMemory, SlotBindings};
use crate::dispatch::{Policy, ScheduleOrder};
use crate::event::{ExecutionEvent, MemoryKey};
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
pub(super) struct CodeBuilder(pub Assembly);

impl CodeBuilder {
    pub fn new(stage: Stage) -> CodeBuilder {
        CodeBuilder(Assembly::new(stage))
    }

    pub fn for_fragment() -> CodeBuilder {
        CodeBuilder::new(Stage::Fragment)
    }

    pub fn for_vertex() -> CodeBuilder {
        CodeBuilder::new(Stage::Vertex)
    }

    pub fn new_register(&mut self) -> Register {
        self.0.registers += 1;
        self.0.registers - 1
    }

    pub fn add_input(&mut self, input: StageInput) -> Register {
        let register = self.new_register();
        self.0.inputs.push((register, input));
        register
    }

    pub fn word_constant(&mut self, word: u32) -> Register {
        let register = self.new_register();
        self.0.constants.push((register, word));
        register
    }

    pub fn float_constant(&mut self, float: f32) -> Register {
        self.word_constant(float.to_bits())
    }

    pub fn push_unary(&mut self, op: Unary, a: Register) -> Register {
        let to = self.new_register();
        self.push(Instruction::Unary { op, to, a });
        to
    }

    pub fn push_binary(&mut self, op: Binary, a: Register, b: Register) -> Register {
        let to = self.new_register();
        self.push(Instruction::Binary { op, to, a, b });
        to
    }

    pub fn push(&mut self, instruction: Instruction) {
        self.0.instructions.push(instruction);
    }

    /// Discards the fragments whose condition is true.
    pub fn discard_if(&mut self, condition: Register) {
        let end = self.0.instructions.len() as u32 + 2;
        self.push(Instruction::If { condition, otherwise: end });
        self.push(Instruction::Kill { join: end });
        self.push(Instruction::EndIf);
        self.0.discards = true;
    }

    pub fn add_output(&mut self, register: Register, output: StageOutput) {
        // A separate register, written by the code, as lowering does.
        let to = self.push_unary(Unary::Copy, register);
        self.0.outputs.push((to, output));
    }

    pub fn with_colour(mut self, location: u32, registers: &[Register]) -> CodeBuilder {
        for (lane, &register) in registers.iter().enumerate() {
            self.add_output(register, StageOutput::Colour { location, lane: lane as u8, scalar: Scalar::F32 });
        }
        self
    }

    pub fn finish(mut self) -> Assembly {
        self.push(Instruction::End);
        self.0.lines = vec![0; self.0.instructions.len()];
        self.0
    }
}

/// Builds a fragment kernel with a constant output.
pub(super) fn constant_kernel(value: f32) -> Assembly {
    let mut code = CodeBuilder::for_fragment();
    let value = code.float_constant(value);
    code.with_colour(0, &[value]).finish()
}

/// Builds a fragment kernel whose output is `gl_FragCoord.x + 1000 * gl_FragCoord.y`.
pub(super) fn position_code() -> CodeBuilder {
    let mut code = CodeBuilder::for_fragment();
    let [x, y] = [0, 1].map(|axis| code.add_input(StageInput::FragCoord(axis)));
    let thousand = code.float_constant(1000.0);
    let y = code.push_binary(Binary::MulFloat, thousand, y);
    let sum = code.push_binary(Binary::AddFloat, x, y);
    code.with_colour(0, &[sum])
}

/// Builds a vertex kernel: attribute 0 is the position, and the attributes from 1 on become varyings, two components
/// each.
pub(super) fn passthrough_vertex(varyings: u32) -> Assembly {
    let mut code = CodeBuilder::for_vertex();
    for lane in 0..4 {
        let given = code.add_input(StageInput::Attribute { location: 0, lane });
        code.add_output(given, StageOutput::Position(lane));
    }
    for location in 1..=varyings {
        for lane in 0..2 {
            let given = code.add_input(StageInput::Attribute { location, lane });
            code.add_output(given, StageOutput::Varying { location, lane });
        }
    }
    code.finish()
}

/// Builds a fragment kernel that writes two components of varying 1, depth and w.
pub(super) fn varying_kernel(between: Interpolation) -> Assembly {
    let mut code = CodeBuilder::for_fragment();
    let [a, b] = [0, 1].map(|lane| code.add_input(StageInput::Varying { location: 1, lane, between }));
    let [z, w] = [2, 3].map(|axis| code.add_input(StageInput::FragCoord(axis)));
    code.with_colour(0, &[a, b, z, w]).finish()
}

pub(super) fn float_storage(words: &[f32]) -> Storage {
    Storage::from_words(&words.iter().map(|float| float.to_bits()).collect::<Vec<_>>())
}

pub(super) fn read_floats(storage: &Storage) -> Vec<f32> {
    storage.to_vec().into_iter().map(f32::from_bits).collect()
}

pub(super) fn whole_target(storage: &Storage, format: Format, width: usize, height: usize) -> RenderTarget<'_> {
    let key = MemoryKey::Global(100);
    let kept = format.lanes;
    RenderTarget { key, location: 0, storage, format, kept, width, height, slice: 0 }
}

pub(super) fn region_at(x: usize, y: usize, width: usize, height: usize) -> Region {
    Region { x, y, z: 0, width, height }
}

pub(super) fn policy_of_width(width: u32) -> Policy {
    Policy { width, order: ScheduleOrder::Forward, ..Policy::default() }
}

/// Records the warps that run.
#[derive(Default)]
pub(super) struct WarpListener {
    pub begins: Vec<Vec<MemoryKey>>,
    pub ends: usize,
    /// For each warp its pixels, its active lanes and its helpers.
    pub warps: Vec<(Vec<[u32; 2]>, u64, u64)>,
    /// Vertices that ran.
    pub vertices: usize,
}

impl Observe for WarpListener {
    fn observe(&mut self, event: &ExecutionEvent) {
        use crate::event::LaneKind;
        match event {
            ExecutionEvent::LaunchBegins(launched) => self.begins.push(launched.targets.to_vec()),
            ExecutionEvent::LaunchEnds(_) => self.ends += 1,
            ExecutionEvent::Step { at, .. } if at.pc == 0 => match &at.info.lanes {
                LaneKind::Fragments(pixels) => self.warps.push((pixels.clone(), at.mask, at.info.helpers)),
                _ => self.vertices += at.mask.count_ones() as usize,
            },
            _ => {}
        }
    }
}

/// Draws on this number of threads.
pub(super) fn draw_on_threads(threads: usize, pass: &RasterPass) -> PassOutcome {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| draw_pass_parallel(pass)).unwrap()
}

/// Random numbers.
pub(super) struct TestRng(pub u32, pub u32);

impl TestRng {
    pub fn draw_below(&mut self, limit: u32) -> u32 {
        self.1 += 1;
        word(self.0, 0, self.1) % limit
    }
}

/// Returns a position in clip space that projects exactly to this place, in 1/256 of a pixel, on a screen whose
/// size is a power of two.
pub(super) fn clip_position_at(size: f32, [x, y]: [i64; 2], z: f32, w: f32) -> [f32; 4] {
    [to_device_coordinate(x, size) * w, to_device_coordinate(y, size) * w, z * w, w]
}

fn to_device_coordinate(place: i64, size: f32) -> f32 {
    place as f32 / 256.0 / (size / 2.0) - 1.0
}
