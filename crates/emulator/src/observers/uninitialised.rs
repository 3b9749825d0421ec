//! Uses of unwritten words: shared memory of a group, a lane's own variables, and outputs.
//!
//! A copy is not a use: a struct with a member that is never read may be passed on as a whole. Uses are branching on a
//! value, addressing by it, and storing it, or a value calculated from it, where others can see it.

use super::super::assembly::{
    Assembly, Binary, ImageOperation, ImageSlot, Instruction, Pc, Register, SlotRef, StageInput, StageOutput, Ternary,
    Unary,
};
use super::super::event::{AccessKind, ExecutionEvent, ExecutionPoint, LaunchInfo, MemoryKey, WarpAccess};
use super::super::lanes::lane_numbers;
use super::super::lower::operands;
use super::super::storage::AtomicOp;
use super::naming;
use super::observer::{Observer, RawFinding};
use super::taint::{Taint, TaintCause, TaintTracker};
use gristmill_base::finding::{FindingKind, Who};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// Advice for an output that is not written as a whole.
pub const UNWRITTEN_OUTPUT: &str = "every lane that does not discard must write the whole output";

/// The shared words of a group that have a value: those with the group's mark.
#[derive(Debug, Default)]
struct DefinedWords {
    mark: u32,
    marks: Vec<u32>,
}

/// Observer of reads and writes of possibly unwritten words.
#[derive(Debug, Default)]
pub(super) struct UninitialisedObserver {
    /// The newest mark; each group gets the next one.
    mark: u32,
    groups: Vec<(u32, DefinedWords)>,
    spare: Vec<DefinedWords>,
    lacks: TaintTracker,
    /// Number of registers of the code.
    registers: u32,
    /// The first register of each variable, and the variables sorted by their registers.
    firsts: Vec<Register>,
    variables: Vec<(Register, u16)>,
    /// Registers of outputs.
    outputs: Vec<Register>,
    /// Registers of output channels that no target keeps.
    dropped: Vec<Register>,
    /// The last instruction with a possibly tainted register, and the taint of the values that it
    /// is about to store in an indexed variable.
    now: Option<(Pc, Instruction)>,
    stored: SmallVec<[Taint; 4]>,
    /// Number of occurrences; of the first one the word and the invocation.
    found: BTreeMap<(SlotRef, Pc), (u64, u32, Who)>,
    /// For a vertex kernel, the locations that the following fragment kernel reads, if there is one.
    read: Option<Vec<u32>>,
}

impl UninitialisedObserver {
    fn begin_launch(&mut self, launched: &LaunchInfo) {
        self.groups.clear();
        self.lacks.clear();
        self.now = None;
        let assembly = launched.assembly;
        self.read = launched.next.map(read_locations);
        if assembly.unsure.is_empty() {
            return;
        }
        self.registers = assembly.registers;
        self.firsts = assembly.variables.iter().map(|variable| variable.first).collect();
        self.variables = self.firsts.iter().copied().zip(0..).collect();
        self.variables.sort_unstable();
        self.outputs = assembly.outputs.iter().map(|&(register, _)| register).collect();
        self.dropped = dropped_outputs(assembly, launched.kept);
    }

    /// Handles an instruction before it runs.
    #[inline]
    pub(super) fn observe_step(&mut self, at: ExecutionPoint, code: &Assembly, registers: &[u32]) {
        if code.unsure.get(at.pc as usize) == Some(&true) {
            self.track_taint(at, code, registers);
        }
    }

    fn track_taint(&mut self, at: ExecutionPoint, code: &Assembly, registers: &[u32]) {
        let Some(&instruction) = code.instructions.get(at.pc as usize) else { return };
        self.now = Some((at.pc, instruction));
        if let Instruction::Unary { op: Unary::Unset, to, .. } = instruction {
            self.lacks.enter_warp(at.info, code.registers);
            let known = self.variables.partition_point(|&(first, _)| first <= to);
            if let Some(&(first, variable)) = known.checked_sub(1).and_then(|at| self.variables.get(at)) {
                let cause = TaintCause { place: SlotRef::Variable(variable), word: to - first, used: None };
                self.lacks.set_taint(to, at.mask, Taint { lanes: at.mask, cause });
            }
            return;
        }
        if !self.lacks.has_taint() {
            return;
        }
        self.lacks.enter_warp(at.info, code.registers);
        match instruction {
            // Most instructions have no tainted register.
            Instruction::Unary { to, a, .. } if self.lacks.is_clean([to, a]) => {}
            Instruction::Binary { to, a, b, .. } if self.lacks.is_clean([to, a, b]) => {}
            Instruction::Ternary { to, a, b, c, .. } if self.lacks.is_clean([to, a, b, c]) => {}
            Instruction::If { condition, .. } if self.lacks.is_clean([condition]) => {}
            Instruction::Unary { op, to, a } => {
                let lack = self.lacks.register_taint(a);
                self.write_taint(at, to, lack, op == Unary::Copy);
            }
            Instruction::Binary { op, to, a, b } => {
                let lack = self.merge_binary(at, op, [a, b], &RegisterWords::new(code, registers));
                self.write_taint(at, to, lack, false);
            }
            Instruction::Ternary { op: Ternary::Select, to, a, b, c } => {
                // The side that is not selected does not matter, and the selected one is copied.
                let chosen = RegisterWords::new(code, registers).lanes_where(a, |word| word != 0);
                let [condition, yes, no] = [a, b, c].map(|register| self.lacks.register_taint(register));
                let yes = Taint { lanes: yes.lanes & chosen & !condition.lanes, ..yes };
                let no = Taint { lanes: no.lanes & !chosen & !condition.lanes, ..no };
                let used = condition.lanes & at.mask != 0;
                let lack = [condition, yes, no]
                    .into_iter()
                    .fold(Taint::NONE, |sum, lack| sum.merge_active(lack, at.mask));
                self.write_taint(at, to, lack, !used);
            }
            Instruction::Ternary { to, a, b, c, .. } => {
                let all = [a, b, c].map(|register| self.lacks.register_taint(register));
                let lack = all.into_iter().fold(Taint::NONE, |sum, lack| sum.merge_active(lack, at.mask));
                self.write_taint(at, to, lack, false);
            }
            Instruction::Wide { to, op, .. } => {
                let mut lack = Taint::NONE;
                operands::for_each_read(code, &instruction, |register| {
                    lack = lack.merge_active(self.lacks.register_taint(register), at.mask)
                });
                (to..to.saturating_add(op.result_registers())).for_each(|to| self.write_taint(at, to, lack, false));
            }
            Instruction::LoadLocal { .. } => {} // handled at the access, which has the addresses
            Instruction::StoreLocal { words, list, .. } => {
                let values = code.lists.iter().skip(list as usize).take(words.into());
                self.stored = values.map(|&register| self.lacks.register_taint(register)).collect();
            }
            _ => {
                self.check_operands(at, code, &instruction);
                let (first, count) = operands::written_registers(code, &instruction);
                for register in first..first.saturating_add(count) {
                    self.lacks.set_taint(register, at.mask, Taint::NONE);
                }
            }
        }
    }

    /// Returns the taint of a result of two operands: none in lanes where one operand decides the result alone.
    fn merge_binary(&self, at: ExecutionPoint, op: Binary, [a, b]: [Register; 2], words: &RegisterWords) -> Taint {
        let one = self.lacks.register_taint(a);
        let other = self.lacks.register_taint(b);
        let mut sum = one.merge_active(other, at.mask);
        let decisive = match op {
            Binary::And => 0,
            Binary::Or => u32::MAX,
            _ => return sum,
        };
        for (register, lack) in [(a, one), (b, other)] {
            sum.lanes &= !(words.lanes_where(register, |word| word == decisive) & !lack.lanes);
        }
        sum
    }

    /// Records a write of a register by the active lanes, with a value of that taint.
    fn write_taint(&mut self, at: ExecutionPoint, to: Register, mut lack: Taint, copies: bool) {
        if lack.lanes & at.mask != 0 && (!copies || self.outputs.contains(&to)) {
            lack.cause.used.get_or_insert(at.pc);
        }
        self.lacks.set_taint(to, at.mask, lack);
    }

    /// Reports the tainted operands of an instruction that needs their values.
    fn check_operands(&mut self, at: ExecutionPoint, code: &Assembly, instruction: &Instruction) {
        let mut told: SmallVec<[SlotRef; 4]> = SmallVec::new();
        let unseen = values_beyond_format(code, instruction);
        operands::for_each_read(code, instruction, |register| {
            let Taint { lanes, cause } = self.lacks.register_taint(register);
            let missing = lanes & at.mask & !at.info.helpers;
            let is_dropped = unseen.contains(&register) || self.dropped.contains(&register);
            if missing != 0 && !told.contains(&cause.place) && !is_dropped {
                told.push(cause.place);
                self.record_finding(
                    ExecutionPoint { pc: cause.used.unwrap_or(at.pc), ..at },
                    cause,
                    missing.trailing_zeros(),
                );
            }
        });
    }

    fn record_finding(&mut self, at: ExecutionPoint, TaintCause { place, word, .. }: TaintCause, lane: u32) {
        let found = self
            .found
            .entry((place, at.pc))
            .or_insert_with(|| (0, word, at.info.identify_lane(lane)));
        found.0 += 1;
    }

    fn check_shared(&mut self, at: ExecutionPoint, access: &WarpAccess) {
        let number = at.info.group_number;
        let group = match self.groups.iter().position(|(known, _)| *known == number) {
            Some(group) => group,
            None => {
                // A reused mark would make old words look written: after 2^32 groups all marks are discarded.
                if self.mark == u32::MAX {
                    (self.mark, self.spare) = (0, vec![]);
                }
                self.mark += 1;
                let marks = self.spare.pop().map(|words| words.marks).unwrap_or_default();
                self.groups.push((number, DefinedWords { mark: self.mark, marks }));
                self.groups.len() - 1
            }
        };
        let Some((_, DefinedWords { mark, marks })) = self.groups.get_mut(group) else { return };
        let reads =
            !matches!(access.kind, AccessKind::Store | AccessKind::Atomic(AtomicOp::Store | AtomicOp::Exchange));
        let mut unread: SmallVec<[(u32, u32, u32); 4]> = SmallVec::new();
        for skip in 0..access.words {
            for lane in lane_numbers(access.inside & at.mask) {
                let Some(&first) = access.addresses.get(lane as usize) else { continue };
                let word = first.wrapping_add(skip);
                if word as usize >= marks.len() {
                    marks.resize(word as usize + 1, 0);
                }
                let Some(place) = marks.get_mut(word as usize) else { continue };
                if reads && *place != *mark {
                    unread.push((word.saturating_sub(access.base), lane, skip));
                }
                if access.kind != AccessKind::Load {
                    *place = *mark;
                }
            }
        }
        for (word, lane, skip) in unread {
            let cause = TaintCause { place: access.place, word, used: None };
            match (access.kind, self.now) {
                (AccessKind::Load, Some((pc, Instruction::Load { to, .. }))) if pc == at.pc => {
                    self.lacks.enter_warp(at.info, self.registers);
                    self.lacks.set_taint(to + skip, 1 << lane, Taint { lanes: 1 << lane, cause });
                }
                _ => self.record_finding(at, cause, lane),
            }
        }
    }

    /// Records accesses to an indexed variable, each lane at its address.
    fn check_indexed(&mut self, at: ExecutionPoint, access: &WarpAccess) {
        let (SlotRef::Variable(variable), true) = (access.place, self.lacks.has_taint()) else { return };
        let Some((_, instruction)) = self.now.filter(|(pc, _)| *pc == at.pc) else { return };
        let Some(&first) = self.firsts.get(usize::from(variable)) else { return };
        let inside = access.inside & at.mask;
        let places = |word: u32| {
            let address = move |lane: u32| Some((lane, *access.addresses.get(lane as usize)?));
            lane_numbers(inside)
                .filter_map(address)
                .map(move |(lane, address)| (lane, first + address + word))
        };
        match instruction {
            Instruction::LoadLocal { to, words, .. } => {
                let picked: SmallVec<[Taint; 4]> = (0..words.into())
                    .map(|word: u32| {
                        places(word).fold(Taint::NONE, |sum, (lane, register)| {
                            let lack = self.lacks.register_taint(register);
                            sum.merge_active(Taint { lanes: lack.lanes & (1 << lane), ..lack }, at.mask)
                        })
                    })
                    .collect();
                for (register, lack) in (to..).zip(picked) {
                    self.write_taint(at, register, lack, true);
                }
            }
            Instruction::StoreLocal { .. } => {
                let stored = std::mem::take(&mut self.stored);
                for (word, lack) in (0..).zip(stored) {
                    for (lane, register) in places(word) {
                        self.lacks.set_taint(register, 1 << lane, lack);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The words of all registers, with the same number for each register.
struct RegisterWords<'a> {
    width: usize,
    words: &'a [u32],
}

impl RegisterWords<'_> {
    fn new<'a>(code: &Assembly, words: &'a [u32]) -> RegisterWords<'a> {
        RegisterWords { width: words.len() / (code.registers as usize).max(1), words }
    }

    fn lanes_where(&self, register: Register, such: impl Fn(u32) -> bool) -> u64 {
        let first = register as usize * self.width;
        let words = self.words.get(first..first + self.width).unwrap_or_default();
        let bits = (0..).zip(words).map(|(lane, &word)| u64::from(such(word)) << lane);
        bits.fold(0, |all, bit| all | bit)
    }
}

/// Returns the registers of channels that the target of their output does not keep. `kept` has the
/// location of each target and its channels.
fn dropped_outputs(assembly: &Assembly, kept: &[(u32, u8)]) -> Vec<Register> {
    let outputs = assembly.outputs.iter().filter(|(_, output)| is_output_dropped(output, kept));
    outputs.map(|&(register, _)| register).collect()
}

fn is_output_dropped(output: &StageOutput, kept: &[(u32, u8)]) -> bool {
    match *output {
        StageOutput::Colour { location, lane, .. } => {
            kept.iter().any(|&(target, channels)| target == location && lane >= channels)
        }
        _ => false,
    }
}

/// Returns the values of an image store beyond the lanes of its format, which are dropped.
fn values_beyond_format(code: &Assembly, instruction: &Instruction) -> SmallVec<[Register; 4]> {
    let Instruction::Image { image_use, .. } = *instruction else { return SmallVec::new() };
    let Some(image_use) = code.image_uses.get(image_use as usize) else { return SmallVec::new() };
    let ImageOperation::Store(values) = image_use.work else { return SmallVec::new() };
    let slot = code.images.get(usize::from(image_use.image));
    let (kept, dropped) = values.split_at(slot.map_or(4, format_lanes));
    dropped.iter().copied().filter(|register| !kept.contains(register)).collect()
}

/// Returns the locations of the vertex kernel's outputs that a fragment kernel reads.
fn read_locations(assembly: &Assembly) -> Vec<u32> {
    let mut used = vec![false; assembly.registers as usize];
    for instruction in &assembly.instructions {
        operands::for_each_read(assembly, instruction, |register| {
            used.get_mut(register as usize).into_iter().for_each(|used| *used = true)
        });
    }
    let locations = assembly.inputs.iter().filter_map(|(register, input)| match input {
        StageInput::Varying { location, .. } if used.get(*register as usize) == Some(&true) => Some(*location),
        _ => None,
    });
    locations.collect()
}

/// True if an instruction demands an output that the next stage does not read: that is not reported.
fn is_unread(assembly: &Assembly, pc: Pc, read: &[u32]) -> bool {
    let Some(&Instruction::OutputRead { first, words, .. }) = assembly.instructions.get(pc as usize) else {
        return false;
    };
    let demanded = first..first.saturating_add(words);
    let mut own = assembly.outputs.iter().filter(|(register, _)| demanded.contains(register));
    own.all(|(_, output)| matches!(output, StageOutput::Varying { location, .. } if !read.contains(location)))
}

/// Returns the number of lanes of an image's texels.
fn format_lanes(slot: &ImageSlot) -> usize {
    let format = slot.format.as_deref().unwrap_or_default().to_lowercase();
    match () {
        () if format.starts_with("rgb") || format.is_empty() => 4,
        () if format.starts_with("r11f") => 3,
        () if format.starts_with("rg") => 2,
        () => 1,
    }
}

impl Observer for UninitialisedObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        match *event {
            ExecutionEvent::LaunchBegins(launched) => self.begin_launch(launched),
            ExecutionEvent::Step { at, code, registers } => self.observe_step(at, code, registers),
            ExecutionEvent::Access { at, ref access } if access.memory == MemoryKey::Shared => {
                self.check_shared(at, access)
            }
            ExecutionEvent::Access { at, ref access } if access.memory == MemoryKey::Local => {
                self.check_indexed(at, access)
            }
            ExecutionEvent::GroupEnds { number } => {
                if let Some(at) = self.groups.iter().position(|(known, _)| *known == number) {
                    let (_, words) = self.groups.swap_remove(at);
                    self.spare.push(words);
                }
            }
            ExecutionEvent::WarpEnds { at } => self.lacks.end_warp(at.info),
            _ => {}
        }
    }

    fn take_findings(&mut self, assembly: &Assembly) -> Vec<RawFinding> {
        let mut found = std::mem::take(&mut self.found);
        if let Some(read) = &self.read {
            found.retain(|&(_, pc), _| !is_unread(assembly, pc, read));
        }
        found
            .into_iter()
            .map(|((place, pc), (times, word, who))| {
                let output = naming::is_output(assembly, place);
                let (did, mend) = match (output, assembly.instructions.get(pc as usize)) {
                    (true, Some(Instruction::OutputRead { .. })) => ("never wrote it", UNWRITTEN_OUTPUT),
                    _ => ("read it", "it was never written: initialise it first"),
                };
                let acts = vec![(Some(who), did.into(), pc)];
                let mend = mend.to_string();
                RawFinding {
                    kind: FindingKind::Uninitialised,
                    place: Some((place, Some(word))),
                    path: None,
                    acts,
                    mend,
                    times,
                }
            })
            .collect()
    }
}
