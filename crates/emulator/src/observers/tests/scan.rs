//! A whole scan in shared memory, run by the interpreter: correct, and with each barrier removed.

use super::super::super::bindings::{BoundMemory, SlotBindings};
use super::super::super::dispatch::{Ending, Policy, run_watched};
use super::super::super::storage::Storage;
use super::*;
use gristmill_base::finding::FindingKind;
use std::sync::Arc;

/// Number of lanes of a group, and of groups.
const LANES: u32 = 64;
const GROUPS: u32 = 3;

/// Hillis and Steele: `block[lane] = sum; barrier(); if (lane >= stride) sum += block[lane - stride];
/// barrier();` with doubling strides.
fn scan_kernel() -> Assembly {
    use super::super::super::assembly::{Binary as Op, Unary as UnaryOp};
    use Instruction::*;
    // Registers: 0 lane, 1 element, 2 sum, 3 stride, 4 and 5 temporary, 6 address of the lane, 10 zero, 11 one, 12 lanes of a
    // group, 13 and 14 limits.
    let code = vec![
        Address { to: 4, step: 0 },
        Load { memory: 1, words: 1, to: 2, address: 4, offset: 0 },
        Address { to: 6, step: 1 },
        Unary { op: UnaryOp::Copy, to: 3, a: 11 },
        Loop,
        Store { memory: 0, words: 1, list: 0, address: 6, offset: 0 },
        Barrier,
        Binary { op: Op::LessEqualUint, to: 4, a: 3, b: 0 },
        If { condition: 4, otherwise: 12 },
        Binary { op: Op::SubInt, to: 5, a: 6, b: 3 },
        Load { memory: 0, words: 1, to: 5, address: 5, offset: 0 },
        Binary { op: Op::AddInt, to: 2, a: 2, b: 5 },
        EndIf,
        Barrier,
        Binary { op: Op::AddInt, to: 3, a: 3, b: 3 },
        Binary { op: Op::LessUint, to: 4, a: 3, b: 12 },
        If { condition: 4, otherwise: 18 },
        Leave { frames: 1, again: true, join: 18 },
        EndIf,
        Leave { frames: 0, again: false, join: 20 },
        Continue,
        Repeat { start: 5 },
        EndLoop,
        Address { to: 4, step: 2 },
        Store { memory: 2, words: 1, list: 0, address: 4, offset: 0 },
        End,
    ];
    Assembly {
        lists: vec![2],
        steps: vec![make_address_step(1, 13, 1), make_address_step(0, 12, 0), make_address_step(1, 13, 2)],
        constants: vec![(10, 0), (11, 1), (12, LANES), (13, LANES * GROUPS)],
        inputs: vec![(0, StageInput::LocalIndex), (1, StageInput::GlobalId(0))],
        local_size: [LANES, 1, 1],
        shared_words: LANES,
        ..build_kernel(code)
    }
}

fn make_address_step(index: Register, limit: Register, of: u16) -> AddressStep {
    AddressStep { base: 10, index, stride: 1, limit, of: SlotRef::Memory(of) }
}

/// Runs the kernel and returns the findings.
fn watch_scan(assembly: Assembly, listening: Listening) -> Vec<Finding> {
    let source: Vec<u32> = (0..LANES * GROUPS).map(|i| i * 7 % 13).collect();
    let input = Arc::new(Storage::from_words(&source));
    let output = Arc::new(Storage::new(source.len()));
    let bindings = SlotBindings {
        memories: vec![
            BoundMemory::Shared { base: 0, words: LANES },
            BoundMemory::Global { key: MemoryKey::Global(1), storage: input },
            BoundMemory::Global { key: MemoryKey::Global(2), storage: output.clone() },
        ],
        ..SlotBindings::default()
    };
    let mut watch = Watch::new(listening);
    let ending = run_watched(&assembly, &bindings, [GROUPS, 1, 1], &Policy::default(), &mut watch).unwrap();
    assert_eq!(ending, Ending::Complete);
    if assembly
        .instructions
        .iter()
        .filter(|instruction| **instruction == Instruction::Barrier)
        .count()
        == 2
    {
        let sums = source.chunks(LANES as usize).flat_map(|block| {
            block.iter().scan(0, |sum, word| {
                *sum += word;
                Some(*sum)
            })
        });
        assert_eq!(output.to_vec(), sums.collect::<Vec<u32>>());
    }
    watch.take_findings(&assembly, &numbered_text(assembly.instructions.len()))
}

#[test]
fn a_right_scan_is_silent() {
    assert_eq!(watch_scan(scan_kernel(), Listening::FAULTS), []);
}

#[test]
fn a_scan_without_either_barrier_races() {
    for (pc, lines) in [(6, [6, 11]), (13, [6, 11])] {
        let mut assembly = scan_kernel();
        assembly.instructions[pc] = Instruction::Unary { op: Unary::Copy, to: 50, a: 10 };
        let findings = watch_scan(assembly, Listening::FAULTS);
        assert_eq!(findings.len(), 1, "{findings:?}");
        let mut found: Vec<_> = findings[0].witnesses.iter().map(|witness| witness.line).collect();
        found.sort_unstable();
        assert_eq!((findings[0].kind, found.as_slice()), (FindingKind::Race, lines.as_slice()));
    }
}
