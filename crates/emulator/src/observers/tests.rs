//! Observers against events made by hand.

mod costs;
mod definition;
mod drawn_runs;
mod faults;
mod oracle;
mod ordering;
mod scan;
mod taint;
mod words;

use super::super::assembly::*;
use super::super::event::{
    AccessKind, AtomicTurns, ExecutionEvent, ExecutionPoint, LaneKind, LaunchInfo, MemoryKey, Observe, WarpAccess,
    WarpInfo,
};
use super::Watch;
use gristmill_base::element::Scalar;
use gristmill_base::finding::{Finding, Listening};
use gristmill_shader::{ExpandedKernel, SourceFile, Stage};

/// Number of lanes of a warp.
const WIDTH: u32 = 4;

/// Returns a text of `lines` lines: `line 1;`, `line 2;`.
fn numbered_text(lines: usize) -> ExpandedKernel {
    let text: String = (1..=lines).map(|line| format!("line {line};\n")).collect();
    ExpandedKernel {
        name: "a.comp".to_string(),
        stage: Stage::Compute,
        lines: (1..=lines).map(|line| (0, line)).collect(),
        files: vec![SourceFile { name: "a.comp".to_string(), text: text.clone().into() }],
        text,
    }
}

fn array_layout(items: u32) -> TypeLayout {
    TypeLayout::Array { item: Box::new(TypeLayout::Scalar(Scalar::U32)), stride: 4, items }
}

fn memory_slot(name: &str, space: MemorySpace, layout: TypeLayout, words: u32, coherent: bool) -> MemorySlot {
    MemorySlot {
        name: name.to_string(),
        space,
        binding: None,
        set: 0,
        layout,
        words,
        open_end: None,
        readonly: false,
        coherent,
    }
}

/// Returns a kernel with a shared array `block` (slot 0), a buffer with `values[]` (1) and a
/// coherent one with `flags[]` (2). Instruction `n` is in line `n + 1`.
fn build_kernel(instructions: Vec<Instruction>) -> Assembly {
    Assembly {
        lines: (1..=instructions.len() as u32).collect(),
        instructions,
        registers: 64,
        memories: vec![
            memory_slot("block", MemorySpace::Shared(0), array_layout(64), 64, false),
            memory_slot("Values", MemorySpace::Buffer, make_unbounded_member("values"), 0, false),
            memory_slot("Flags", MemorySpace::Buffer, make_unbounded_member("flags"), 0, true),
        ],
        textures: vec![TextureSlot {
            name: "photo".to_string(),
            sampler: None,
            dimension: gristmill_shader::Dimension::D2,
            arrayed: false,
            shadow: false,
            scalar: Scalar::F32,
            binding: None,
        }],
        local_size: [8, 1, 1],
        shared_words: 64,
        ..Assembly::new(Stage::Compute)
    }
}

fn make_unbounded_member(name: &str) -> TypeLayout {
    TypeLayout::Struct(vec![(name.to_string(), 0, array_layout(0))])
}

const SHARED: (u16, MemoryKey) = (0, MemoryKey::Shared);
const VALUES: (u16, MemoryKey) = (1, MemoryKey::Global(7));
const FLAGS: (u16, MemoryKey) = (2, MemoryKey::Global(8));

fn load_from(memory: u16) -> Instruction {
    Instruction::Load { memory, words: 1, to: 0, address: 0, offset: 0 }
}

fn store_to(memory: u16) -> Instruction {
    Instruction::Store { memory, words: 1, list: 0, address: 0, offset: 0 }
}

fn add_to(memory: u16) -> Instruction {
    Instruction::Atomic { memory, op: ADD, used: true, words: 1, to: 0, address: 0, offset: 0, operands: 0 }
}

const ADD: super::super::storage::AtomicOp = super::super::storage::AtomicOp::Add;
const FENCE: Instruction = Instruction::MemoryBarrier(Fence::ALL);

/// A run of a kernel whose events are written by hand.
struct ScriptedRun {
    assembly: Assembly,
    watch: Watch,
}

impl ScriptedRun {
    fn new(assembly: Assembly, listening: Listening) -> ScriptedRun {
        let mut run = ScriptedRun { assembly, watch: Watch::new(listening) };
        run.begin_launch();
        run
    }

    fn with_faults(instructions: Vec<Instruction>) -> ScriptedRun {
        ScriptedRun::new(build_kernel(instructions), Listening::FAULTS)
    }

    fn with_races(instructions: Vec<Instruction>) -> ScriptedRun {
        ScriptedRun::new(build_kernel(instructions), Listening { races_alone: true, ..Listening::FAULTS })
    }

    fn begin_launch(&mut self) {
        let launched = LaunchInfo {
            next: None,
            assembly: &self.assembly,
            groups: [4, 2, 1],
            memories: &[(MemoryKey::Shared, 64), (VALUES.1, 1000), (FLAGS.1, 1000)],
            textures: &[(MemoryKey::Global(9), 10, 1)],
            images: &[],
            targets: &[],
            kept: &[],
        };
        self.watch.observe(&ExecutionEvent::LaunchBegins(&launched));
    }

    /// Returns the place of an event. The first lane is 0 or 4, so the warp is 0 or 1.
    fn event_place<'a>(info: &'a WarpInfo, pc: Pc, mask: u64) -> ExecutionPoint<'a> {
        ExecutionPoint { info, pc, mask }
    }

    /// Sends the step of an instruction in the first warp of a group, while all registers hold that word.
    fn send_step(&mut self, group: u32, pc: Pc, mask: u64, word: u32) {
        let registers = vec![word; self.assembly.registers as usize * WIDTH as usize];
        let info = warp_info(group, 0);
        let at = ScriptedRun::event_place(&info, pc, mask);
        let code = &self.assembly;
        self.watch.observe(&ExecutionEvent::Step { at, code, registers: &registers });
    }

    /// Sends accesses: each lane of the list uses the word next to it; all write that value.
    fn send_accesses(
        &mut self,
        group: u32,
        pc: Pc,
        memory: (u16, MemoryKey),
        kind: AccessKind,
        words: &[(u32, u32)],
        value: u32,
    ) {
        for warp in 0..4 {
            let mut addresses = [OUT_OF_RANGE; WIDTH as usize];
            let mut mask = 0;
            for &(lane, word) in words.iter().filter(|(lane, _)| lane / WIDTH == warp) {
                addresses[(lane % WIDTH) as usize] = word;
                mask |= 1 << (lane % WIDTH);
            }
            if mask == 0 {
                continue;
            }
            let info = warp_info(group, warp);
            let place = SlotRef::Memory(memory.0);
            let memory = memory.1;
            let values: &[&[u32]] = &[&[value; WIDTH as usize]];
            let values = if kind == AccessKind::Load { &[] } else { values };
            let access = WarpAccess {
                place,
                memory,
                kind,
                words: 1,
                addresses: &addresses,
                base: 0,
                inside: mask,
                values,
                part: None,
                turns: AtomicTurns::default(),
            };
            self.watch
                .observe(&ExecutionEvent::Access { at: ScriptedRun::event_place(&info, pc, mask), access });
        }
    }

    fn send_reads(&mut self, group: u32, pc: Pc, memory: (u16, MemoryKey), words: &[(u32, u32)]) {
        self.send_accesses(group, pc, memory, AccessKind::Load, words, 0);
    }

    fn send_writes(&mut self, group: u32, pc: Pc, memory: (u16, MemoryKey), words: &[(u32, u32)]) {
        // Different instructions and groups write different values.
        self.send_accesses(group, pc, memory, AccessKind::Store, words, group * 1000 + pc + words[0].0 * 10_000);
    }

    fn send_atomics(&mut self, group: u32, pc: Pc, memory: (u16, MemoryKey), words: &[(u32, u32)]) {
        self.send_accesses(group, pc, memory, AccessKind::Atomic(ADD), words, 1);
    }

    fn pass_barrier(&mut self, group: u32, pc: Pc) {
        self.watch
            .observe(&ExecutionEvent::BarrierPassed { number: group, pc, ended: 0, example: None });
    }

    fn send_fence(&mut self, group: u32, pc: Pc, lanes: &[u32]) {
        for &lane in lanes {
            let info = warp_info(group, lane / WIDTH);
            let at = ScriptedRun::event_place(&info, pc, 1 << (lane % WIDTH));
            self.watch.observe(&ExecutionEvent::MemoryBarrier { at, fence: Fence::ALL });
        }
    }

    fn end_group(&mut self, group: u32) {
        self.watch.observe(&ExecutionEvent::GroupEnds { number: group });
    }

    fn take_findings(&mut self) -> Vec<Finding> {
        self.watch
            .take_findings(&self.assembly, &numbered_text(self.assembly.instructions.len()))
    }

    /// Returns each finding in short: its kind, name and lines.
    fn describe_findings(&mut self) -> Vec<String> {
        self.take_findings()
            .iter()
            .map(|finding| {
                let mut lines: Vec<_> = finding.witnesses.iter().map(|witness| witness.line.to_string()).collect();
                lines.sort();
                format!("{} {} {}", finding.kind, finding.name, lines.join(" "))
            })
            .collect()
    }
}

/// Returns `gl_WorkGroupID` of the group with that number, of 4 x 2 groups.
fn group_id(group: u32) -> [u32; 3] {
    [group % 4, group / 4, 0]
}

fn warp_info(group: u32, warp: u32) -> WarpInfo {
    let lanes = LaneKind::Invocations(warp * WIDTH);
    WarpInfo { group: group_id(group), group_number: group, warp, width: WIDTH, helpers: 0, lanes }
}
