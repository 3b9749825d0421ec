//! Small random runs of few lanes, judged by the definition: each pair of lanes that is reported is
//! a fault, and each word that has a fault is reported.
//!
//! `GRISTMILL_ORACLE=1000000` runs a million.

use super::definition::{Act, Atomic, Barrier, History, Memory, Step};
use super::drawn_runs::Dice;
use super::*;
use crate::storage::AtomicOp;
use std::collections::BTreeSet;

fn slot_of(memory: Memory) -> (u16, MemoryKey) {
    match memory {
        Memory::Shared => SHARED,
        Memory::Plain => VALUES,
        Memory::Coherent => FLAGS,
    }
}

fn to_instruction(act: Act) -> Instruction {
    match act {
        Act::Read(memory, _) => load_from(slot_of(memory).0),
        Act::Write(memory, _) => store_to(slot_of(memory).0),
        Act::Atomic(memory, _, kind, _) => {
            let (op, used) = match kind {
                Atomic::Change { used } => (ADD, used),
                Atomic::Store => (AtomicOp::Store, false),
                Atomic::Load => (AtomicOp::Load, true),
                Atomic::Fails => (AtomicOp::CompareExchange, true),
            };
            let memory = slot_of(memory).0;
            Instruction::Atomic { memory, op, used, words: 1, to: 0, address: 0, offset: 0, operands: 0 }
        }
        Act::Fence(_) => FENCE,
        Act::Wait => Instruction::Barrier,
    }
}

fn to_fence(barrier: Barrier, of_atomic: bool) -> Fence {
    let Barrier { buffers, shared, wide, acquires, releases } = barrier;
    let scope = if wide { MemoryScope::Device } else { MemoryScope::Group };
    Fence { buffers, images: buffers, shared, scope, acquires, releases, of_atomic }
}

/// Plays a run to the observers, and returns the steps of each finding with its advice.
fn play_run(steps: &[Step]) -> Vec<(usize, usize, String)> {
    let mut code: Vec<Instruction> = steps.iter().map(|step| to_instruction(step.act)).collect();
    // Memory barriers of atomics are instructions as well.
    code.push(FENCE);
    let mut run = ScriptedRun::with_races(code);
    let mut waiting: Vec<u32> = vec![];
    for (pc, step) in (0..).zip(steps) {
        let info = warp_info(step.group, 0);
        let at = ScriptedRun::event_place(&info, pc, 1 << step.lane);
        let kind = match run.assembly.instructions[pc as usize] {
            Instruction::Load { .. } => AccessKind::Load,
            Instruction::Store { .. } => AccessKind::Store,
            Instruction::Atomic { op, .. } => AccessKind::Atomic(op),
            _ => AccessKind::Load,
        };
        match step.act {
            Act::Fence(barrier) => run
                .watch
                .observe(&ExecutionEvent::MemoryBarrier { at, fence: to_fence(barrier, false) }),
            Act::Wait => {
                waiting.push(step.group);
                let lanes: BTreeSet<u32> = steps
                    .iter()
                    .filter(|other| other.group == step.group)
                    .map(|other| other.lane)
                    .collect();
                if waiting.iter().filter(|group| **group == step.group).count() == lanes.len() {
                    waiting.retain(|group| *group != step.group);
                    run.pass_barrier(step.group, pc);
                }
            }
            Act::Read(memory, word) | Act::Write(memory, word) => {
                run.send_accesses(step.group, pc, slot_of(memory), kind, &[(step.lane, word)], 100 + pc);
            }
            Act::Atomic(memory, word, atomic, semantics) => {
                let semantics = semantics.map(|barrier| to_fence(barrier, true));
                if let Some(fence) = semantics.filter(|fence| fence.releases) {
                    run.watch
                        .observe(&ExecutionEvent::MemoryBarrier { at, fence: Fence { acquires: false, ..fence } });
                }
                let (place, memory) = slot_of(memory);
                let mut addresses = [OUT_OF_RANGE; WIDTH as usize];
                addresses[step.lane as usize] = word;
                let unchanged = if atomic == Atomic::Fails { at.mask } else { 0 };
                let access = WarpAccess {
                    place: SlotRef::Memory(place),
                    memory,
                    kind,
                    words: 1,
                    addresses: &addresses,
                    base: 0,
                    inside: at.mask,
                    values: &[&[1; WIDTH as usize]],
                    part: None,
                    turns: AtomicTurns { swap: pc, unchanged },
                };
                run.watch.observe(&ExecutionEvent::Access { at, access });
                if let Some(fence) = semantics.filter(|fence| fence.acquires) {
                    run.watch
                        .observe(&ExecutionEvent::MemoryBarrier { at, fence: Fence { releases: false, ..fence } });
                }
            }
        }
    }
    let findings = run.take_findings();
    findings
        .into_iter()
        .map(|finding| (finding.witnesses[0].line - 1, finding.witnesses[1].line - 1, finding.mend))
        .collect()
}

/// Returns the differences between the emulator's findings and the definition.
fn find_differences(steps: &[Step]) -> Vec<String> {
    let history = History::new(steps.to_vec());
    let found = play_run(steps);
    let mut wrong = vec![];
    for &(one, other, ref mend) in &found {
        if !history.is_fault(one, other) {
            wrong.push(format!("{one} and {other} are no fault: {mend}"));
        } else if mend.contains("coherent") != history.is_known(one, other) {
            wrong.push(format!("{one} and {other} are another fault: {mend}"));
        }
    }
    for (one, other) in history.faults() {
        if !history.is_overwritten(one, other) && !found.iter().any(|&(known, ..)| history.are_of_one_word(known, one))
        {
            wrong.push(format!("{one} and {other} are missed"));
        }
    }
    wrong
}

/// Returns the steps of a run, one a line.
fn draw_steps(steps: &[Step]) -> String {
    let lines = (0..).zip(steps).map(|(at, step): (u32, _)| format!("{at:3} {step:?}\n"));
    lines.collect()
}

#[test]
fn messages_are_judged_as_their_definition_says() {
    let wanted = std::env::var("GRISTMILL_ORACLE").ok().and_then(|count| count.parse().ok());
    let mut faulty = 0;
    let mut linked = 0;
    let mut silent = 0;
    let wanted: u64 = wanted.unwrap_or(10_000);
    for seed in 0..wanted {
        let steps = Dice(seed).run();
        let wrong = find_differences(&steps);
        assert!(wrong.is_empty(), "run {seed}: {wrong:#?}\n{}", draw_steps(&steps));
        let history = History::new(steps);
        let faults = history.faults().len();
        faulty += u64::from(faults > 0);
        linked += u64::from(history.has_messages());
        silent += u64::from(history.has_messages() && faults == 0);
    }
    println!("{wanted} runs as defined: {faulty} with faults, {linked} with messages, {silent} of them right");
    // The runs are not all of one kind.
    assert!(faulty > wanted / 4 && linked > wanted / 20 && silent > wanted / 200, "{faulty} {linked} {silent}");
}
