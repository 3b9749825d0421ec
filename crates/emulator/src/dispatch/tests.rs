//! Tests: all threads give the result of one, conflicts between groups are detected, and orders change results.

use super::{Ending, Policy, ScheduleOrder, TurnRecorder, WarpTurn, run_parallel, run_watched};
use crate::assembly::Assembly;
use crate::bindings::{BoundMemory, SlotBindings};
use crate::event::MemoryKey;
use crate::lower::lower_stage;
use crate::storage::Storage;
use gristmill_shader::{SourceFile, Stage, compile_stage, expand};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The buffer has an odd number of words, and the last group reaches past its end.
const WORDS: usize = 1_003;
const GROUPS: [u32; 3] = [63, 1, 1];

/// Each lane writes its own word.
const OWN: &str = "if (i < 1003u) data[i] = data[i] * 3u + i;";
/// Each lane reads a word that another group changes.
const OTHERS: &str = "if (i < 1003u) data[i] = data[(i + 500u) % 1003u] + 1u;";
/// All groups write the same words.
const SAME: &str = "data[gl_LocalInvocationID.x] = i;";
/// Each lane draws a ticket, so its result shows when it ran.
const TICKET: &str = "uint ticket = atomicAdd(data[0], 1u); if (i > 0u && i < 1003u) data[i] = ticket;";
/// The order of maxima makes no difference, and their results are unused.
const MAXIMUM: &str = "atomicMax(data[i % 7u], i * 2654435761u);";

/// Compiles a kernel with 16 invocations per group and this body.
fn assemble_kernel(body: &str) -> Assembly {
    let text = format!(
        "#version 430 core\nlayout(local_size_x = 16) in;\nlayout(std430, binding = 0) buffer Data {{ uint data[]; }};\n\
         void main() {{ uint i = gl_GlobalInvocationID.x; {body} }}\n"
    );
    let file = SourceFile { name: "test.comp".to_string(), text: text.into() };
    let expanded = expand(&file, Stage::Compute, &|_| None, &[]).unwrap();
    lower_stage(&expanded, &compile_stage(&expanded).unwrap(), false).unwrap()
}

/// Creates a buffer of distinct numbers and its bindings.
fn bind_buffer() -> (Arc<Storage>, SlotBindings) {
    let words: Vec<u32> = (0..WORDS as u32).map(|word| word.wrapping_mul(40_503) % 1_009).collect();
    let storage = Arc::new(Storage::from_words(&words));
    let bound = BoundMemory::Global { key: MemoryKey::Global(0), storage: storage.clone() };
    (storage, SlotBindings { memories: vec![bound], ..SlotBindings::default() })
}

/// Returns the buffer after a run in this order, on this thread.
fn run_in_order(assembly: &Assembly, order: ScheduleOrder) -> Vec<u32> {
    let (storage, bindings) = bind_buffer();
    let ending = run_watched(assembly, &bindings, GROUPS, &Policy { order, ..Policy::default() }, &mut ());
    assert_eq!(ending.unwrap(), Ending::Complete);
    storage.to_vec()
}

/// Returns the buffer after a run on three threads, and true if groups accessed each other's words.
fn run_on_threads(assembly: &Assembly) -> (Vec<u32>, bool) {
    let (storage, bindings) = bind_buffer();
    let conflicts = AtomicBool::new(false);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    let ending = pool.install(|| run_parallel(assembly, &bindings, GROUPS, &Policy::default(), &conflicts));
    assert_eq!(ending.unwrap(), Ending::Complete);
    (storage.to_vec(), conflicts.load(Relaxed))
}

#[test]
fn all_threads_give_the_result_of_one() {
    for (body, conflict) in [(OWN, false), (OTHERS, true), (SAME, true), (TICKET, true), (MAXIMUM, false)] {
        let assembly = assemble_kernel(body);
        let (words, conflicts) = run_on_threads(&assembly);
        assert_eq!(words, run_in_order(&assembly, ScheduleOrder::Forward), "{body}");
        assert_eq!(conflicts, conflict, "{body}");
    }
}

#[test]
fn a_known_conflict_is_not_tried_again() {
    let assembly = assemble_kernel(OTHERS);
    let (storage, bindings) = bind_buffer();
    let conflicts = AtomicBool::new(true);
    run_parallel(&assembly, &bindings, GROUPS, &Policy::default(), &conflicts).unwrap();
    assert_eq!(storage.to_vec(), run_in_order(&assembly, ScheduleOrder::Forward));
}

#[test]
fn the_forward_order_is_that_of_a_loop() {
    let (storage, _) = bind_buffer();
    let mut words = storage.to_vec();
    for i in 0..WORDS {
        words[i] = words[(i + 500) % WORDS] + 1;
    }
    assert_eq!(run_in_order(&assemble_kernel(OTHERS), ScheduleOrder::Forward), words);
}

#[test]
fn an_order_repeats_itself_and_changes_only_what_depends_on_it() {
    let orders = [
        ScheduleOrder::Forward,
        ScheduleOrder::Reversed,
        ScheduleOrder::RoundRobin,
        ScheduleOrder::Random(1),
        ScheduleOrder::Random(2),
    ];
    let results = |body| {
        orders
            .each_ref()
            .map(|order| run_in_order(&assemble_kernel(body), order.clone()))
    };
    assert_eq!(results(TICKET), results(TICKET));
    for body in [OWN, MAXIMUM] {
        let [forward, others @ ..] = results(body);
        assert!(others.iter().all(|other| *other == forward), "{body}");
    }
    let [forward, reversed, _, first, second] = results(TICKET);
    assert!(forward != reversed && forward != first && first != second);
    // In any order, each ticket is drawn once: 0 from the initial words, and one for each lane.
    let start = bind_buffer().0.load(0);
    let lanes = 63 * 16;
    assert_eq!(forward[0], start + lanes);
    let mut tickets = first[1..].to_vec();
    tickets.sort_unstable();
    assert!(tickets.windows(2).all(|pair| pair[0] < pair[1]) && tickets.iter().all(|ticket| *ticket < start + lanes));
}

#[test]
fn the_turns_of_an_order_are_that_order() {
    let assembly = assemble_kernel(TICKET);
    for order in [ScheduleOrder::Forward, ScheduleOrder::Reversed, ScheduleOrder::RoundRobin, ScheduleOrder::Random(7)]
    {
        let (storage, bindings) = bind_buffer();
        let recorder = TurnRecorder::new();
        let policy = Policy { order, recorder: Some(recorder.clone()), ..Policy::default() };
        run_watched(&assembly, &bindings, GROUPS, &policy, &mut ()).unwrap();
        let turns = recorder.recorded_turns().unwrap();
        assert_eq!(run_in_order(&assembly, ScheduleOrder::Turns(turns.into())), storage.to_vec(), "{policy:?}");
    }
}

#[test]
fn turns_may_be_any() {
    let assembly = assemble_kernel(TICKET);
    let forward = run_in_order(&assembly, ScheduleOrder::Forward);
    let run = |turns: &[WarpTurn]| run_in_order(&assembly, ScheduleOrder::Turns(turns.into()));
    // Turns of warps that do not exist, no turns at all, and turns that match the order anyway.
    for turns in [
        &[][..],
        &[make_turn(9_999, 0, None)],
        &[make_turn(0, 9, Some(3))],
        &[make_turn(0, 0, None), make_turn(0, 0, None)],
    ] {
        assert_eq!(run(turns), forward, "{turns:?}");
    }
    // The last group runs first despite its number, and every group begins before one ends.
    assert_ne!(run(&[make_turn(62, 0, None)]), forward);
    let begun: Vec<WarpTurn> = (0..63).rev().map(|group| make_turn(group, 0, Some(1))).collect();
    assert_eq!(run(&begun), forward, "the first step of the kernel draws no ticket");
}

fn make_turn(group: u32, warp: u32, steps: Option<u64>) -> WarpTurn {
    WarpTurn { group, warp, steps, swap: 0 }
}

#[test]
fn too_many_groups_are_refused() {
    let (_, bindings) = bind_buffer();
    let error =
        run_watched(&assemble_kernel(OWN), &bindings, [65_536, 65_536, 1], &Policy::default(), &mut ()).unwrap_err();
    assert!(error.to_string().contains("4294967296") && error.to_string().contains("4294967295"), "{error}");
}
