//! Unwritten words: their origin, their propagation by copies, and the uses that are reported.

use super::*;
use gristmill_base::finding::{FindingKind, Who};

const ALL: u64 = 0b1111;

fn unset_instruction(to: Register) -> Instruction {
    Instruction::Unary { op: Unary::Unset, to, a: 0 }
}

fn copy_instruction(to: Register, a: Register) -> Instruction {
    Instruction::Unary { op: Unary::Copy, to, a }
}

fn branch_on(condition: Register) -> Instruction {
    Instruction::If { condition, otherwise: 0 }
}

/// Returns the run of a kernel with a variable `sum` in registers 10 to 12, an array of 3, and an
/// output `colour` in 20 to
/// 23. All of its instructions are watched.
fn watched_run(instructions: Vec<Instruction>) -> ScriptedRun {
    let unsure = vec![true; instructions.len()];
    let mut assembly = Assembly { unsure, lists: vec![31, 11], ..build_kernel(instructions) };
    let colour = TypeLayout::Vector(Scalar::F32, 4);
    assembly.variables =
        vec![make_variable_slot("sum", 10, 3, array_layout(3)), make_variable_slot("colour", 20, 4, colour)];
    assembly.outputs = (0..4)
        .map(|lane: u8| (20 + u32::from(lane), StageOutput::Colour { location: 0, lane, scalar: Scalar::F32 }))
        .collect();
    ScriptedRun::new(assembly, Listening::FAULTS)
}

fn make_variable_slot(name: &str, first: Register, words: u32, layout: TypeLayout) -> VariableSlot {
    VariableSlot { name: name.to_string(), first, words, layout, line: 0 }
}

#[test]
fn a_shared_word_has_no_value_before_it_is_written() {
    let load = Instruction::Load { memory: 0, words: 1, to: 30, address: 0, offset: 0 };
    let mut run = watched_run(vec![store_to(0), Instruction::Barrier, load, add_to(0), branch_on(30)]);
    run.send_writes(0, 0, SHARED, &[(0, 0), (1, 1)]);
    run.pass_barrier(0, 1);
    run.send_step(0, 2, ALL, 0);
    run.send_reads(0, 2, SHARED, &[(0, 1), (1, 0), (3, 2)]);
    // A lane that does not use it is not at fault.
    run.send_step(0, 4, 0b0011, 0);
    assert_eq!(run.describe_findings(), [""; 0]);
    run.send_step(0, 4, ALL, 0);
    let finding = &run.take_findings()[0];
    assert_eq!((finding.place.as_str(), finding.witnesses[0].line), ("shared `block[2]`", 5));
    assert_eq!(finding.witnesses[0].who, Some(warp_info(0, 0).identify_lane(3)));
    run.pass_barrier(0, 1);
    // An atomic uses it at once, and after that it has a value.
    run.send_atomics(0, 3, SHARED, &[(0, 9), (1, 9)]);
    assert_eq!(run.describe_findings(), ["uninitialised block 4"]);
    run.pass_barrier(0, 1);
    run.send_step(0, 2, ALL, 0);
    run.send_reads(0, 2, SHARED, &[(1, 9)]);
    run.send_step(0, 4, ALL, 0);
    assert_eq!(run.describe_findings(), [""; 0]);
    run.end_group(0);
    // The next group has no values.
    run.send_step(1, 2, ALL, 0);
    run.send_reads(1, 2, SHARED, &[(1, 9)]);
    run.send_step(1, 4, ALL, 0);
    assert_eq!(run.describe_findings(), ["uninitialised block 5"]);
}

#[test]
fn copies_hand_on_what_lacks_a_value() {
    let mut run = watched_run(vec![
        unset_instruction(11),
        copy_instruction(30, 11),
        copy_instruction(31, 30),
        copy_instruction(11, 1),
        branch_on(31),
        branch_on(11),
    ]);
    run.send_step(0, 0, ALL, 0);
    run.send_step(0, 1, 0b0110, 0);
    run.send_step(0, 2, ALL, 0);
    run.send_step(0, 3, 0b0011, 0);
    assert_eq!(run.describe_findings(), [""; 0]);
    run.send_step(0, 4, 0b1001, 0);
    run.send_step(0, 5, 0b0011, 0);
    assert_eq!(run.describe_findings(), [""; 0]);
    run.send_step(0, 4, ALL, 0);
    let finding = &run.take_findings()[0];
    assert_eq!((finding.place.as_str(), finding.name.as_str()), ("variable `sum[1]`", "sum"));
    assert_eq!((finding.witnesses[0].line, finding.witnesses[0].who), (5, Some(warp_info(0, 0).identify_lane(1))));
    // Another warp has values of its own, and so has this one when it starts again.
    let first = warp_info(0, 0);
    run.watch
        .observe(&ExecutionEvent::WarpEnds { at: ScriptedRun::event_place(&first, 5, ALL) });
    run.send_step(0, 4, ALL, 0);
    run.send_step(1, 4, ALL, 0);
    assert_eq!(run.describe_findings(), [""; 0]);
}

#[test]
fn what_is_calculated_is_told_by_its_line_once_it_is_used() {
    let add = Instruction::Binary { op: Binary::AddInt, to: 31, a: 31, b: 10 };
    let mut run = watched_run(vec![unset_instruction(10), add, store_to(1)]);
    run.send_step(0, 0, ALL, 0);
    run.send_step(0, 1, ALL, 0);
    assert_eq!(run.describe_findings(), [""; 0]);
    run.send_step(0, 2, ALL, 0);
    run.send_step(0, 2, ALL, 0);
    let finding = &run.take_findings()[0];
    assert_eq!((finding.witnesses[0].line, finding.times), (2, 2));
}

/// `a ? b : c`, `a && b` and `a || b` with an operand that does not matter.
#[test]
fn what_does_not_decide_is_not_used() {
    let mut run = watched_run(vec![
        unset_instruction(10),
        Instruction::Ternary { op: Ternary::Select, to: 30, a: 1, b: 10, c: 2 },
        Instruction::Binary { op: Binary::And, to: 31, a: 2, b: 10 },
        Instruction::Binary { op: Binary::Or, to: 32, a: 10, b: 2 },
        branch_on(30),
        branch_on(31),
        branch_on(32),
    ]);

    // With a condition of all ones, the tainted operand of `?` and `&&` counts; with zeros, that of `||`.
    assert_eq!(describe_steps(u32::MAX, &mut run), ["uninitialised sum 3", "uninitialised sum 5"]);
    assert_eq!(describe_steps(0, &mut run), ["uninitialised sum 4"]);
}

fn describe_steps(word: u32, run: &mut ScriptedRun) -> Vec<String> {
    (0..7).for_each(|pc| run.send_step(0, pc, ALL, word));
    run.describe_findings()
}

#[test]
fn an_indexed_variable_is_followed_word_by_word() {
    let words = 1;
    let address = 5;
    let offset = 0;
    let mut run = watched_run(vec![
        unset_instruction(10),
        unset_instruction(11),
        unset_instruction(12),
        Instruction::StoreLocal { variable: 0, words, list: 0, address, offset },
        Instruction::LoadLocal { variable: 0, words, to: 30, address, offset },
        branch_on(30),
        unset_instruction(31),
    ]);
    let info = warp_info(0, 0);
    (0..3).for_each(|pc| run.send_step(0, pc, ALL, 0));
    use_sum(&mut run, AccessKind::Store, &[0, 1, 2, 0], &info);
    use_sum(&mut run, AccessKind::Load, &[0, 1, 2, 0], &info);
    assert_eq!(run.describe_findings(), [""; 0]);
    use_sum(&mut run, AccessKind::Load, &[0, 1, 2, 1], &info);
    assert_eq!(run.take_findings()[0].place, "variable `sum[1]`");
    // A stored value may be tainted as well.
    run.send_step(0, 6, 0b0001, 0);
    use_sum(&mut run, AccessKind::Store, &[2, 1, 2, 0], &info);
    use_sum(&mut run, AccessKind::Load, &[2, 1, 2, 0], &info);
    let finding = &run.take_findings()[0];
    assert_eq!((finding.kind, finding.witnesses[0].who), (FindingKind::Uninitialised, Some(info.identify_lane(0))));
}

fn use_sum(run: &mut ScriptedRun, kind: AccessKind, addresses: &[u32], info: &WarpInfo) {
    let pc = if kind == AccessKind::Store { 3 } else { 4 };
    run.send_step(0, pc, ALL, 0);
    let place = SlotRef::Variable(0);
    let memory = MemoryKey::Local;
    let base = 0;
    let values = &[][..];
    let access = WarpAccess {
        place,
        memory,
        kind,
        words: 1,
        addresses,
        base,
        inside: ALL,
        values,
        part: None,
        turns: AtomicTurns::default(),
    };
    run.watch
        .observe(&ExecutionEvent::Access { at: ScriptedRun::event_place(info, pc, ALL), access });
    if kind == AccessKind::Load {
        run.send_step(0, 5, ALL, 0);
    }
}

#[test]
fn an_output_is_demanded_of_fragments_that_are_drawn() {
    let mut code: Vec<Instruction> = (20..24).map(unset_instruction).collect();
    code.extend((20..24).map(|to| copy_instruction(to, 1)));
    code.push(Instruction::OutputRead { variable: 1, first: 20, words: 4 });
    let mut run = watched_run(code);
    let pixels = vec![[10, 20], [11, 20], [10, 21], [11, 21]];
    let info = WarpInfo { helpers: 0b1000, lanes: LaneKind::Fragments(pixels), ..warp_info(0, 0) };
    (0..4).for_each(|pc| send_info_step(&mut run, pc, ALL, &info));
    (4..7).for_each(|pc| send_info_step(&mut run, pc, 0b0111, &info));
    send_info_step(&mut run, 7, 0b0110, &info);
    send_info_step(&mut run, 8, 0b1110, &info);
    assert_eq!(run.take_findings(), []);
    send_info_step(&mut run, 8, ALL, &info);
    assert_eq!(run.take_findings()[0].witnesses[0].who, Some(Who::Fragment { x: 10, y: 20 }));
    send_info_step(&mut run, 8, ALL, &info);
    assert_eq!(
        run.take_findings()[0].to_string(),
        "uninitialised on output `colour.w` in a.comp\n  \
         the fragment at 10,20 never wrote it    line 9    line 9;\n  \
         every lane that does not discard must write the whole output"
    );
}

fn send_info_step(run: &mut ScriptedRun, pc: Pc, mask: u64, info: &WarpInfo) {
    let at = ScriptedRun::event_place(info, pc, mask);
    let code = &run.assembly;
    run.watch
        .observe(&ExecutionEvent::Step { at, code, registers: &[0; 64 * WIDTH as usize] });
}
