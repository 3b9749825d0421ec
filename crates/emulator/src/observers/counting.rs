//! The counters: the cost of each instruction, summed for each line.

use super::super::assembly::{Assembly, Binary, Instruction, Pc, Ternary, Unary};
use super::super::barrier_loops::find_barrier_loops;
use super::super::event::{AccessKind, ExecutionEvent, ExecutionPoint, LaunchInfo, MemoryKey, WarpAccess};
use super::super::lanes::lane_numbers;
use super::super::wide::WideOp;
use super::dependent_reads;
use super::texture_cache::{TexelCache, TexelLayout};
use gristmill_base::counters::{Class, Counters, Counts, LineCounts};
use gristmill_shader::{ExpandedKernel, Stage};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Words of a memory sector: 32 bytes.
const SECTOR_WORDS: u32 = 8;
/// Number of banks of shared memory.
const BANK_COUNT: u32 = 32;

/// Observer that counts all events by instruction.
#[derive(Debug, Default)]
pub(super) struct CounterObserver {
    /// The class of each instruction, by its index in [`Class::ALL`].
    classes: Vec<u8>,
    /// Counts of the running stage.
    counts: Vec<Counts>,
    /// Counts of the stages that ran before it.
    ended: BTreeMap<Stage, Vec<Counts>>,
    linear: TexelCache,
    tiled: TexelCache,
    /// The memory layout of the texels of each texture slot.
    layouts: Vec<TexelLayout>,
    /// Scratch space for a warp's words.
    words: Vec<u32>,
    /// True for instructions that begin a turn of a loop as soon as they run.
    entries: Vec<bool>,
    /// True for instructions that jump back to the start of a loop.
    repeats: Vec<bool>,
    /// The turns so far of each running warp, by its group and its number.
    turns: HashMap<(u32, u32), u64>,
    /// The largest number of turns of a warp, by stage.
    most_turns: BTreeMap<Stage, u64>,
    /// The innermost loop around each barrier, by the index of its `Loop`.
    barrier_loops: BTreeMap<Pc, Pc>,
    /// Number of times that each running warp came to a barrier since it entered the loop around it.
    loop_barriers: HashMap<((u32, u32), Pc), u32>,
    /// The loops in which a warp came to one barrier twice.
    second_turns: BTreeSet<(Stage, Pc)>,
    /// The running stage.
    stage: Option<Stage>,
    /// The words that were read, and the words that were written.
    touched: [TouchedBits; 2],
}

/// Words of memories, as one bit each.
#[derive(Debug, Default)]
struct TouchedBits(HashMap<usize, Vec<u64>>);

impl TouchedBits {
    fn mark_words(&mut self, memory: usize, words: impl Iterator<Item = u32>) {
        let bits = self.0.entry(memory).or_default();
        for word in words {
            let at = word as usize / 64;
            if at >= bits.len() {
                bits.resize((at + 1).next_power_of_two(), 0);
            }
            if let Some(bits) = bits.get_mut(at) {
                *bits |= 1 << (word % 64);
            }
        }
    }

    fn touched_bytes(&self) -> u64 {
        let words: u32 = self.0.values().flatten().map(|bits| bits.count_ones()).sum();
        4 * u64::from(words)
    }
}

impl CounterObserver {
    fn begin_launch(&mut self, launched: &LaunchInfo) {
        let instructions = &launched.assembly.instructions;
        self.classes = instructions.iter().map(class_index).collect();
        self.counts = self.ended.remove(&launched.assembly.stage).unwrap_or_default();
        self.counts.resize(instructions.len(), Counts::default());
        self.entries = instructions
            .iter()
            .map(|instruction| matches!(instruction, Instruction::Loop))
            .collect();
        self.repeats = instructions
            .iter()
            .map(|instruction| matches!(instruction, Instruction::Repeat { .. }))
            .collect();
        self.turns.clear();
        self.barrier_loops = find_barrier_loops(instructions);
        self.loop_barriers.clear();
        self.stage = Some(launched.assembly.stage);
        self.layouts = launched
            .textures
            .iter()
            .map(|&(_, width, words)| TexelLayout { width, words })
            .collect();
    }

    /// Counts one event.
    #[inline]
    pub(super) fn observe(&mut self, event: &ExecutionEvent) {
        match event {
            ExecutionEvent::Step { at, .. } => {
                let class = self.classes.get(at.pc as usize).copied().unwrap_or(0);
                let Some(counts) = self.counts.get_mut(at.pc as usize) else { return };
                let Some(count) = counts.instructions.get_mut(usize::from(class)) else { return };
                *count += 1;
                counts.lanes += u64::from(at.mask.count_ones());
                counts.slots += u64::from(at.info.width);
                if is_marked(&self.entries, at.pc) {
                    self.count_turn(at);
                    self.enter_loop(at);
                }
                if !self.barrier_loops.is_empty() {
                    self.count_barrier(at);
                }
            }
            ExecutionEvent::Branch { at, taken, waiting } => {
                if *taken != 0 && is_marked(&self.repeats, at.pc) {
                    self.count_turn(at);
                }
                let Some(counts) = self.counts.get_mut(at.pc as usize) else { return };
                counts.branches += 1;
                counts.divergent += u64::from(*taken != 0 && *waiting != 0);
            }
            ExecutionEvent::Access { at, access } => self.count_access(at.pc, access),
            ExecutionEvent::Texels { at, texture, memory, texels } => {
                self.count_texels(at.pc, *texture, *memory, texels)
            }
            ExecutionEvent::LaunchBegins(launched) => self.begin_launch(launched),
            ExecutionEvent::WarpEnds { at } => {
                self.turns.remove(&warp_name(at));
            }
            ExecutionEvent::LaunchEnds(assembly) => {
                self.ended.insert(assembly.stage, std::mem::take(&mut self.counts));
            }
            _ => {}
        }
    }

    /// Counts a turn of a loop of a warp.
    fn count_turn(&mut self, at: &ExecutionPoint) {
        let Some(stage) = self.stage else { return };
        let turns = self.turns.entry(warp_name(at)).or_default();
        *turns += 1;
        let most = self.most_turns.entry(stage).or_default();
        *most = (*most).max(*turns);
    }

    /// Forgets the barriers of a warp's last turns in a loop.
    fn enter_loop(&mut self, at: &ExecutionPoint) {
        let inside = self.barrier_loops.iter().filter(|(_, entry)| **entry == at.pc);
        for (barrier, _) in inside {
            self.loop_barriers.remove(&(warp_name(at), *barrier));
        }
    }

    /// Counts a barrier in a loop; the second of a warp is in another turn.
    fn count_barrier(&mut self, at: &ExecutionPoint) {
        let (Some(stage), Some(entry)) = (self.stage, self.barrier_loops.get(&at.pc)) else { return };
        let count = self.loop_barriers.entry((warp_name(at), at.pc)).or_default();
        *count += 1;
        if *count == 2 {
            self.second_turns.insert((stage, *entry));
        }
    }

    fn count_access(&mut self, pc: u32, access: &WarpAccess) {
        let CounterObserver { counts, words, touched, .. } = self;
        let Some(counts) = counts.get_mut(pc as usize) else { return };
        if access.inside == 0 || access.memory == MemoryKey::Local {
            return;
        }
        let firsts = || lane_numbers(access.inside).filter_map(|lane| access.addresses.get(lane as usize).copied());
        if let AccessKind::Atomic(_) = access.kind {
            let most = max_same_word(words, firsts());
            counts.atomics += 1;
            counts.contended += most;
            counts.contended_most = counts.contended_most.max(most);
        }
        if let MemoryKey::Global(memory) = access.memory {
            let [read, written] = touched;
            let words = || firsts().flat_map(|first| first..first.saturating_add(access.words));
            if access.kind != AccessKind::Store {
                read.mark_words(memory, words());
            }
            if access.kind != AccessKind::Load {
                written.mark_words(memory, words());
            }
        }
        if access.memory == MemoryKey::Shared {
            counts.shared_requests += 1;
            for word in 0..access.words {
                let passes = bank_passes(words, firsts().map(|first| first.wrapping_add(word)));
                counts.bank_conflicts += passes.saturating_sub(1);
            }
        } else {
            counts.requests += 1;
            let last = access.words.saturating_sub(1);
            let sectors = firsts().flat_map(|first| first / SECTOR_WORDS..=first.saturating_add(last) / SECTOR_WORDS);
            let touched = count_distinct(words, sectors);
            counts.sectors += touched;
            let least = if counts.requests == 1 { touched } else { counts.sectors_least.min(touched) };
            (counts.sectors_least, counts.sectors_most) = (least, counts.sectors_most.max(touched));
        }
    }

    fn count_texels(&mut self, pc: u32, texture: u16, memory: MemoryKey, texels: &[(u8, u32)]) {
        let Some(counts) = self.counts.get_mut(pc as usize) else { return };
        let Some(layout) = self.layouts.get(usize::from(texture)) else { return };
        let memory = if let MemoryKey::Global(memory) = memory { memory } else { 0 };
        for &(_, word) in texels {
            counts.texels += 1;
            counts.hits_linear += u64::from(self.linear.read_word(memory, word));
            counts.hits_tiled += u64::from(self.tiled.read_word(memory, layout.tiled_word(word)));
        }
        let [read, _] = &mut self.touched;
        read.mark_words(memory, texels.iter().flat_map(|&(_, word)| word..word.saturating_add(layout.words)));
    }

    /// Returns the counts of that stage since the last call, by line.
    pub(super) fn take_counters(&mut self, assembly: &Assembly, expanded: &ExpandedKernel) -> Counters {
        let mut counters =
            Counters { dependent_reads: dependent_reads::longest_read_chain(assembly), ..Counters::default() };
        let [read, written] = std::mem::take(&mut self.touched).map(|touched| touched.touched_bytes());
        counters.add_bytes(read, written);
        let turns = self.most_turns.remove(&assembly.stage).unwrap_or(0);
        counters.turns.insert(expanded.name.clone(), turns);
        let entries: Vec<Pc> = self
            .second_turns
            .iter()
            .filter(|(stage, _)| *stage == assembly.stage)
            .map(|(_, entry)| *entry)
            .collect();
        self.second_turns.retain(|(stage, _)| *stage != assembly.stage);
        for entry in entries {
            let line = assembly
                .lines
                .get(entry as usize)
                .and_then(|line| expanded.locate_line(*line as usize));
            counters.second_turns.extend(line.map(|(file, line)| (file.name.clone(), line)));
        }
        let texts: Vec<Vec<&str>> = expanded.files.iter().map(|file| file.text.lines().collect()).collect();
        let own = expanded.files.iter().position(|file| file.name == expanded.name).unwrap_or(0);
        let mut lines: BTreeMap<(usize, usize), Counts> = BTreeMap::new();
        let counts = self
            .ended
            .remove(&assembly.stage)
            .unwrap_or_else(|| std::mem::take(&mut self.counts));
        for (pc, counts) in (0..).zip(counts) {
            counters.total.add(&counts);
            if counts != Counts::default() {
                let line = assembly
                    .lines
                    .get(pc)
                    .and_then(|line| expanded.lines.get((*line as usize).checked_sub(1)?));
                lines.entry(line.copied().unwrap_or((own, 0))).or_default().add(&counts);
            }
        }
        counters.lines.extend(lines.into_iter().map(|((at, line), counts)| {
            let file = expanded.files.get(at).map_or(&expanded.name, |file| &file.name).clone();
            let text = texts
                .get(at)
                .and_then(|lines| lines.get(line.checked_sub(1)?))
                .copied()
                .unwrap_or_default();
            LineCounts { file, line, text: text.trim().to_string(), counts }
        }));
        counters
    }
}

/// Returns the name of a warp among the running ones.
fn warp_name(at: &ExecutionPoint) -> (u32, u32) {
    (at.info.group_number, at.info.warp)
}

/// True if the instruction is marked.
fn is_marked(places: &[bool], pc: Pc) -> bool {
    places.get(pc as usize).copied().unwrap_or(false)
}

/// Returns the number of different words.
fn count_distinct(room: &mut Vec<u32>, words: impl Iterator<Item = u32>) -> u64 {
    room.clear();
    room.extend(words);
    room.sort_unstable();
    room.dedup();
    room.len() as u64
}

/// Returns the passes of shared memory for these words: in one pass a bank delivers one word, to
/// all lanes that read it.
fn bank_passes(room: &mut Vec<u32>, words: impl Iterator<Item = u32>) -> u64 {
    count_distinct(room, words);
    let mut banks = [0; BANK_COUNT as usize];
    for word in room {
        if let Some(bank) = banks.get_mut((*word % BANK_COUNT) as usize) {
            *bank += 1;
        }
    }
    banks.into_iter().max().unwrap_or(0)
}

/// Returns the largest number of lanes that use the same word.
fn max_same_word(room: &mut Vec<u32>, words: impl Iterator<Item = u32>) -> u64 {
    room.clear();
    room.extend(words);
    room.sort_unstable();
    room.chunk_by(|one, other| one == other)
        .map(|same| same.len() as u64)
        .max()
        .unwrap_or(0)
}

/// Returns the class of an instruction as an index; instructions of the observers' own have none.
fn class_index(instruction: &Instruction) -> u8 {
    if let Instruction::CheckUndefined(_) | Instruction::OutputRead { .. } = instruction {
        u8::MAX
    } else {
        classify_instruction(instruction) as u8
    }
}

/// Returns the class of an instruction.
fn classify_instruction(instruction: &Instruction) -> Class {
    match instruction {
        Instruction::Unary { op, .. } => classify_unary(*op),
        Instruction::Binary { op, .. } => classify_binary(*op),
        Instruction::Ternary { op, .. } => match op {
            Ternary::Fma | Ternary::ClampFloat | Ternary::Mix | Ternary::SmoothStep => Class::Float,
            Ternary::Select | Ternary::FieldInt | Ternary::FieldUint => Class::Int,
        },
        Instruction::Wide { op, .. } => match op {
            WideOp::Unary(op) => classify_unary(*op),
            WideOp::Binary(op) => classify_binary(*op),
            WideOp::Ternary(_) | WideOp::Convert(_) => Class::Float,
        },
        Instruction::Subgroup { .. } | Instruction::Clock { .. } => Class::Int,
        Instruction::Address { .. } | Instruction::Length { .. } => Class::Int,
        Instruction::OutputRead { .. } => Class::Int,
        Instruction::Load { .. }
        | Instruction::LoadNarrow { .. }
        | Instruction::Store { .. }
        | Instruction::StoreNarrow { .. }
        | Instruction::Atomic { .. }
        | Instruction::LoadLocal { .. }
        | Instruction::StoreLocal { .. }
        | Instruction::Image { .. } => Class::Memory,
        Instruction::Sample { .. } => Class::Texture,
        Instruction::Barrier | Instruction::SubgroupBarrier | Instruction::MemoryBarrier(_) => Class::Barrier,
        _ => Class::Control,
    }
}

fn classify_unary(op: Unary) -> Class {
    use Unary::*;
    match op {
        Sqrt | InverseSqrt | Sin | Cos | Tan | Asin | Acos | Atan | Sinh | Cosh | Tanh | Asinh | Acosh | Atanh
        | Exp | Log | Exp2 | Log2 => Class::Transcendental,
        NegateFloat | AbsFloat | SignFloat | Floor | Ceil | Trunc | Round | RoundEven | Fract | Radians | Degrees
        | FloatToInt | FloatToUint | IntToFloat | UintToFloat | IsNan | IsInf | HalfLow | HalfHigh | RoundHalf
        | RoundFixed | RoundPartial | CutRange | FrexpMantissa | FrexpExponent | Dx | Dy | DxFine | DyFine => {
            Class::Float
        }
        Copy | Unset | Not | NegateInt | AbsInt | SignInt | BitCount | BitReverse | FindLsb | FindMsbInt
        | FindMsbUint => Class::Int,
    }
}

fn classify_binary(op: Binary) -> Class {
    use Binary::*;
    match op {
        Pow | Atan2 => Class::Transcendental,
        AddFloat | SubFloat | MulFloat | DivFloat | ModFloat | RemFloat | MinFloat | MaxFloat | Step | Ldexp
        | EqualFloat | NotEqualFloat | LessFloat | LessEqualFloat | PackHalf => Class::Float,
        _ => Class::Int,
    }
}
