//! Barriers, bounds, uninitialised reads, feedback, infinities and steps.

use super::*;
use gristmill_base::finding::{FindingKind, Who};

fn fragment_warp(helpers: u64) -> WarpInfo {
    let pixels = vec![[10, 20], [11, 20], [10, 21], [11, 21]];
    WarpInfo { group: [0; 3], group_number: 0, warp: 0, width: WIDTH, helpers, lanes: LaneKind::Fragments(pixels) }
}

#[test]
fn a_barrier_without_all_lanes_is_found() {
    let mut run = ScriptedRun::with_faults(vec![Instruction::Barrier]);
    let info = warp_info(1, 0);
    run.watch
        .observe(&ExecutionEvent::Barrier { at: ScriptedRun::event_place(&info, 0, 0b1111), missing: 0 });
    run.pass_barrier(1, 0);
    assert_eq!(run.take_findings(), []);
    run.watch
        .observe(&ExecutionEvent::Barrier { at: ScriptedRun::event_place(&info, 0, 0b0010), missing: 0b1100 });
    let finding = &run.take_findings()[0];
    assert_eq!((finding.kind, finding.name.as_str()), (FindingKind::Barrier, ""));
    assert_eq!(
        [finding.witnesses[0].who, finding.witnesses[1].who],
        [1, 2].map(|lane| Some(Who::Lane { lane, group: [1, 0, 0] }))
    );
}

#[test]
fn a_barrier_after_some_have_ended_is_found() {
    let mut run = ScriptedRun::with_faults(vec![Instruction::Barrier]);
    let info = warp_info(0, 1);
    run.watch
        .observe(&ExecutionEvent::Barrier { at: ScriptedRun::event_place(&info, 0, 0b1111), missing: 0 });
    let example = Some(Who::Lane { lane: 2, group: [0; 3] });
    run.watch
        .observe(&ExecutionEvent::BarrierPassed { number: 0, pc: 0, ended: 4, example });
    assert_eq!(
        run.take_findings()[0].to_string(),
        "barrier in a.comp\n  lane 4 of group 0 waits at barrier()      line 1    line 1;\n\
         \x20 lane 2 of group 0 had ended without it    line 1    line 1;\n\
         \x20 all lanes of a group must reach barrier(): none may return before it or branch past it"
    );
}

#[test]
fn warps_at_two_barriers_are_found() {
    let mut run = ScriptedRun::with_faults(vec![Instruction::Barrier, Instruction::Barrier]);
    run.watch.observe(&ExecutionEvent::BarriersDiffer {
        first: (0, Who::Lane { lane: 0, group: [0; 3] }),
        second: (1, Who::Lane { lane: 4, group: [0; 3] }),
    });
    assert_eq!(run.describe_findings(), ["barrier  1 2"]);
}

/// `values[index]` below a limit, read or written.
fn indexed_access(then: &[Instruction]) -> ScriptedRun {
    let mut assembly = build_kernel([&[Instruction::Address { to: 5, step: 0 }], then].concat());
    assembly.steps = vec![AddressStep { base: 1, index: 2, stride: 1, limit: 3, of: SlotRef::Memory(1) }];
    ScriptedRun::new(assembly, Listening::FAULTS)
}

#[test]
fn an_index_out_of_range_says_which() {
    let read = Instruction::Load { memory: 1, words: 1, to: 9, address: 5, offset: 0 };
    let (text, name) = describe_bad_index(&[read], [0, 1, 1024, 1025], 0b1100).unwrap();
    assert_eq!(name, "values");
    assert_eq!(
        text,
        "bounds on buffer `values` in a.comp (2 times)\n  lane 2 of group 0 read values[1024] of 1024    line 1    \
         line 1;\n  keep the index below the limit: check it before the access"
    );
    let write = Instruction::Store { memory: 1, words: 1, list: 0, address: 5, offset: 0 };
    assert!(
        describe_bad_index(&[write], [u32::MAX; 4], 1)
            .unwrap()
            .0
            .contains("lane 0 of group 0 wrote values[-1] of 1024")
    );
    assert_eq!(describe_bad_index(&[write], [0; 4], 0), None);
    // One statement that reads and writes; and a write that some lanes may not come to.
    let did = |then: &[Instruction]| describe_bad_index(then, [2000; 4], 1).unwrap().0;
    assert!(did(&[read, write]).contains("lane 0 of group 0 changed values[2000] of 1024"));
    let branch = Instruction::If { condition: 9, otherwise: 3 };
    assert!(did(&[read, branch, write]).contains("lane 0 of group 0 read values[2000] of 1024"));
}

fn describe_bad_index(then: &[Instruction], index: [u32; 4], lanes: u64) -> Option<(String, String)> {
    let mut run = indexed_access(then);
    let info = warp_info(0, 0);
    let of = SlotRef::Memory(1);
    let limit = [1024; 4];
    run.watch.observe(&ExecutionEvent::IndexOutOfRange {
        at: ScriptedRun::event_place(&info, 0, 0b1111),
        of,
        lanes,
        index: &index,
        limit: &limit,
    });
    run.take_findings()
        .first()
        .map(|finding| (finding.to_string(), finding.name.clone()))
}

#[test]
fn an_index_beside_the_pass_does_not_count() {
    let mut run = indexed_access(&[load_from(1)]);
    let info = fragment_warp(0b0011);
    let of = SlotRef::Texture(0);
    let at = ScriptedRun::event_place(&info, 0, 0b1111);
    run.watch
        .observe(&ExecutionEvent::IndexOutOfRange { at, of, lanes: 0b0011, index: &[12; 4], limit: &[10; 4] });
    assert_eq!(run.take_findings(), []);
    run.watch
        .observe(&ExecutionEvent::IndexOutOfRange { at, of, lanes: 0b0111, index: &[12; 4], limit: &[10; 4] });
    let finding = &run.take_findings()[0];
    assert_eq!(finding.place, "texture `photo`");
    assert_eq!(finding.witnesses[0].who, Some(Who::Fragment { x: 10, y: 21 }));
    assert!(finding.witnesses[0].did.ends_with("it at 12 of 10"), "{}", finding.witnesses[0].did);
}

#[test]
fn a_pass_that_reads_its_target_is_found() {
    for (target, found) in [(9, 1), (3, 0)] {
        let mut run = ScriptedRun::with_faults(vec![Instruction::Sample { sample: 0, to: 0 }]);
        let launched = LaunchInfo {
            next: None,
            assembly: &run.assembly,
            groups: [0; 3],
            memories: &[],
            textures: &[(MemoryKey::Global(9), 10, 1)],
            images: &[],
            targets: &[MemoryKey::Global(1), MemoryKey::Global(target)],
            kept: &[],
        };
        run.watch.observe(&ExecutionEvent::LaunchBegins(&launched));
        let info = fragment_warp(0);
        let texels = ExecutionEvent::Texels {
            at: ScriptedRun::event_place(&info, 0, 0b1111),
            texture: 0,
            memory: MemoryKey::Global(9),
            texels: &[(0, 0), (1, 1)],
        };
        run.watch.observe(&texels);
        run.watch.observe(&texels);
        let findings = run.take_findings();
        assert_eq!(findings.len(), found);
        assert!(
            findings
                .iter()
                .all(|finding| finding.kind == FindingKind::Feedback && finding.name == "photo")
        );
    }
}

#[test]
fn the_first_infinity_is_found() {
    let divide = Instruction::Binary { op: Binary::DivFloat, to: 1, a: 2, b: 3 };
    let listening = Listening { faults: false, non_finite: true, ..Listening::FAULTS };
    let mut run = ScriptedRun::new(build_kernel(vec![divide; 3]), listening);
    let info = warp_info(0, 1);
    let mut hear = |pc, values: [f32; 4], mask| {
        let values = values.map(f32::to_bits);
        run.watch
            .observe(&ExecutionEvent::Result { at: ScriptedRun::event_place(&info, pc, mask), values: &values });
    };
    hear(0, [1.0, f32::MAX, f32::NAN, 0.0], 0b1011);
    hear(1, [1.0, 2.0, f32::NEG_INFINITY, f32::NAN], 0b0110);
    hear(2, [f32::NAN; 4], 0b1111);
    let findings = run.take_findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].witnesses[0].who, Some(Who::Lane { lane: 6, group: [0; 3] }));
    assert_eq!((findings[0].witnesses[0].line, findings[0].witnesses[0].did.as_str()), (2, "produced infinity"));
}

#[test]
fn a_stop_names_the_innermost_loop() {
    use Instruction::*;
    let code = vec![Loop, Loop, Barrier, Repeat { start: 2 }, EndLoop, Barrier, Repeat { start: 1 }, EndLoop, Barrier];
    for (pc, line) in [(2, 2), (3, 2), (5, 1), (8, 9)] {
        let mut run = ScriptedRun::with_faults(code.clone());
        run.watch.observe(&ExecutionEvent::StepLimitReached {
            at: ScriptedRun::event_place(&warp_info(0, 0), pc, 1),
            limit: 500,
        });
        let finding = &run.take_findings()[0];
        assert_eq!((finding.kind, finding.witnesses[0].line), (FindingKind::Steps, line));
        assert!(finding.witnesses[0].did.contains("500 steps"));
    }
}
