//! Tests of the events of a run.

use super::*;
use crate::assembly::{AddressStep, Binary, SlotRef, VariableSlot};
use crate::event::{AccessKind, ExecutionEvent};

/// Logs the events that it observes.
#[derive(Default)]
struct EventLog {
    lines: Vec<String>,
    steps: Vec<(u32, u64)>,
}

impl Observe for EventLog {
    const WANTS_RESULTS: bool = true;

    fn observe(&mut self, event: &ExecutionEvent) {
        let line = match event {
            ExecutionEvent::Step { at, .. } => {
                self.steps.push((at.pc, at.mask));
                return;
            }
            ExecutionEvent::Branch { at, taken, waiting } => format!("{} branch {taken:x} {waiting:x}", at.pc),
            ExecutionEvent::Result { at, values } => format!("{} result {:?}", at.pc, &values[..2]),
            ExecutionEvent::Access { at, access } => {
                let kind = match access.kind {
                    AccessKind::Load => "load",
                    AccessKind::Store => "store",
                    AccessKind::Atomic(_) => "atomic",
                };
                let first = access.inside.trailing_zeros() as usize;
                let address = access.addresses.get(first).copied().unwrap_or(0);
                let values: Vec<u32> = access.values.iter().filter_map(|value| value.get(first).copied()).collect();
                format!(
                    "{} {kind} {:?} {:?} inside {:x}, {} from {address} of {}: {values:?}",
                    at.pc, access.place, access.memory, access.inside, access.words, access.base
                )
            }
            ExecutionEvent::IndexOutOfRange { at, of, lanes, index, limit } => {
                let first = lanes.trailing_zeros() as usize;
                format!("{} outside {of:?} {lanes:x}: {} of {}", at.pc, index[first], limit[first])
            }
            ExecutionEvent::Undefined { at, cause, lanes, .. } => format!("{} undefined {cause:?} {lanes:x}", at.pc),
            ExecutionEvent::Barrier { at, missing } => format!("{} barrier {:x}, missing {missing:x}", at.pc, at.mask),
            ExecutionEvent::WarpEnds { at } => format!("{} ends {:x}", at.pc, at.mask),
            ExecutionEvent::StepLimitReached { at, limit } => format!("{} stopped after {limit}", at.pc),
            other => format!("{other:?}"),
        };
        self.lines.push(line);
    }
}

/// Logs the events of a warp of 8 lanes; register 0 is the lane, register 1 is true below lane 4.
fn log_events(assembly: &Assembly, limit: u64) -> EventLog {
    let bindings = bind_memories(&[5; 10], (4, 6));
    let mut heard = EventLog::default();
    let mut warp = Warp::<32>::new(assembly, &[]);
    warp.start(warp_info(32), 0xff);
    for lane in 0..8 {
        warp.register_mut(0)[lane] = lane as u32;
        warp.register_mut(1)[lane] = if lane < 4 { u32::MAX } else { 0 };
    }
    let mut context = WarpContext { bindings: &bindings, shared: &mut [0; 16], limit, other: None, swap: 0 };
    while let Pause::Barrier(_) = warp.run(assembly, &mut context, &mut heard, u64::MAX) {}
    heard
}

#[test]
fn a_branch_a_barrier_and_the_end() {
    let assembly = assemble_code(
        vec![
            Instruction::If { condition: 1, otherwise: 3 },
            Instruction::Barrier,
            Instruction::Else { end: 4 },
            Instruction::Leave { frames: 1, again: false, join: 4 },
            Instruction::EndIf,
            Instruction::Barrier,
            Instruction::End,
        ],
        2,
    );
    let heard = log_events(&assembly, 100);
    let want = ["0 branch f f0", "1 barrier f, missing f0", "5 barrier f, missing 0", "6 ends f"];
    assert_eq!(heard.lines, want);
    assert_eq!(heard.steps, [(0, 0xff), (1, 0xf), (2, 0xf), (3, 0xf0), (4, 0), (5, 0xf), (6, 0xf)]);
}

#[test]
fn rounds_of_a_loop_until_it_is_stopped() {
    let code = assemble_code(
        vec![
            Instruction::Loop,
            Instruction::If { condition: 1, otherwise: 3 },
            Instruction::Leave { frames: 1, again: false, join: 3 },
            Instruction::EndIf,
            Instruction::Continue,
            Instruction::Repeat { start: 1 },
            Instruction::EndLoop,
            Instruction::End,
        ],
        2,
    );
    let heard = log_events(&code, 10);
    assert_eq!(heard.lines, ["1 branch f f0", "5 branch f0 f", "1 branch 0 f0", "5 branch f0 f", "1 stopped after 10"]);
    assert_eq!(heard.steps.len(), 10);
}

#[test]
fn what_is_loaded_and_stored() {
    let address = 0;
    let offset = 3;
    let mut assembly = assemble_code(
        vec![
            Instruction::Address { to: 2, step: 0 },
            Instruction::Load { memory: 0, words: 2, to: 3, address, offset },
            Instruction::Store { memory: 1, words: 1, list: 0, address: 2, offset: 1 },
            Instruction::StoreLocal { variable: 0, words: 1, list: 0, address: 2, offset: 0 },
            Instruction::LoadLocal { variable: 0, words: 1, to: 3, address, offset: 0 },
            Instruction::End,
        ],
        10,
    );
    assembly.lists = vec![1];
    assembly.constants = vec![(5, 6)];
    assembly.steps = vec![AddressStep { base: 5, index: 0, stride: 1, limit: 5, of: SlotRef::Memory(1) }];
    assembly.memories = vec![unsized_slot(), unsized_slot()];
    let layout = TypeLayout::Scalar(Scalar::F32);
    assembly.variables = vec![VariableSlot { name: "a".to_string(), first: 6, words: 4, layout, line: 1 }];
    // The address step starts at 6: so the shared variable's 6 words are exceeded, and the private one's
    // too.
    let heard = log_events(&assembly, 100);
    assert_eq!(
        heard.lines,
        [
            "0 outside Memory(1) c0: 6 of 6",
            "1 outside Memory(0) c0: 9 of 10",
            "1 load Memory(0) Global(7) inside 3f, 2 from 3 of 0: []",
            "2 outside Memory(1) 3f: 7 of 6",
            "2 store Memory(1) Shared inside 0, 1 from 0 of 4: []",
            "3 outside Variable(0) 3f: 6 of 4",
            "3 store Variable(0) Local inside 0, 1 from 0 of 0: []",
            "4 outside Variable(0) f0: 4 of 4",
            "4 load Variable(0) Local inside f, 1 from 0 of 0: []",
            "5 ends ff",
        ]
    );
}

#[test]
fn results_are_those_of_calculations_with_floats() {
    let assembly = assemble_code(
        vec![
            Instruction::Binary { op: Binary::AddInt, to: 2, a: 0, b: 0 },
            Instruction::Binary { op: Binary::DivFloat, to: 2, a: 0, b: 3 },
            Instruction::End,
        ],
        4,
    );
    // 0 / 0, and the smallest positive float divided by 0.
    let heard = log_events(&assembly, 100);
    assert_eq!(heard.lines.len(), 3);
    assert_eq!(heard.lines[0], "1 undefined ZeroByZero 1");
    assert!(heard.lines[1].starts_with("1 result ["));
    assert!(heard.lines[1].ends_with(&format!(", {}]", f32::INFINITY.to_bits())));
    assert_eq!(heard.lines[2], format!("2 ends {:x}", 0xff));
}
