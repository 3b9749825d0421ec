//! Order between lanes: operations that establish it, and operations that do not.

use super::*;
use gristmill_base::finding::Who;

/// Returns all lanes from 0 to 7, each with a word.
fn lanes_with_words(word: impl Fn(u32) -> u32) -> Vec<(u32, u32)> {
    (0..8).map(|lane| (lane, word(lane))).collect()
}

fn no_findings() -> [&'static str; 0] {
    []
}

#[test]
fn a_neighbour_read_without_a_barrier_is_a_race() {
    let mut run = ScriptedRun::with_races(vec![store_to(0), load_from(0)]);
    run.send_writes(5, 0, SHARED, &lanes_with_words(|lane| lane));
    run.send_reads(5, 1, SHARED, &lanes_with_words(|lane| (lane + 1) % 8));
    let findings = run.take_findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].times, 8);
    // The lanes of the first wrong read: lane 0 reads the word that lane 1 wrote.
    assert_eq!(
        findings[0].to_string(),
        "race on shared `block[1]` in a.comp (8 times)\n  lane 1 of group 1,1 wrote it    line 1    line 1;\n  lane 0 \
         of group 1,1 read it     line 2    line 2;\n  put barrier(); between the two accesses"
    );
    assert_eq!(run.describe_findings(), no_findings());
}

#[test]
fn the_same_behind_a_barrier_is_right() {
    let mut run = ScriptedRun::with_races(vec![store_to(0), Instruction::Barrier, load_from(0)]);
    for round in 0..3 {
        run.send_writes(0, 0, SHARED, &lanes_with_words(|lane| lane));
        run.pass_barrier(0, 1);
        run.send_reads(0, 2, SHARED, &lanes_with_words(|lane| (lane + 1) % 8));
        // Without one at the loop's end it is wrong: a writer of the next turn overtakes a reader.
        if round == 2 {
            assert_eq!(run.describe_findings(), no_findings());
            run.send_writes(0, 0, SHARED, &lanes_with_words(|lane| lane));
            assert_eq!(run.describe_findings(), ["race block 1 3"]);
        }
        run.pass_barrier(0, 1);
    }
}

#[test]
fn lanes_may_use_their_own_words() {
    let mut run = ScriptedRun::with_races(vec![store_to(0), load_from(0), store_to(1), load_from(1)]);
    for (memory, pc) in [(SHARED, 0), (VALUES, 2)] {
        run.send_writes(0, pc, memory, &lanes_with_words(|lane| lane * 3));
        run.send_reads(0, pc + 1, memory, &lanes_with_words(|lane| lane * 3));
        run.send_writes(0, pc, memory, &lanes_with_words(|lane| lane * 3));
    }
    assert_eq!(run.describe_findings(), no_findings());
}

#[test]
fn all_may_read_a_word_but_then_none_may_write_it() {
    let mut run = ScriptedRun::with_races(vec![load_from(0), store_to(0)]);
    run.send_reads(0, 0, SHARED, &lanes_with_words(|_| 5));
    assert_eq!(run.describe_findings(), no_findings());
    // Lane 0 was the first to read; the second one is kept as well.
    run.send_writes(0, 1, SHARED, &[(0, 5)]);
    let finding = &run.take_findings()[0];
    assert_eq!(
        (finding.place.as_str(), finding.witnesses[0].who),
        ("shared `block[5]`", Some(warp_info(0, 0).identify_lane(1)))
    );
}

#[test]
fn a_lane_that_reads_its_own_word_hides_no_other_reader() {
    let mut run = ScriptedRun::with_races(vec![load_from(0), load_from(0), store_to(0)]);
    run.send_reads(0, 0, SHARED, &lanes_with_words(|lane| lane));
    run.send_reads(0, 1, SHARED, &lanes_with_words(|lane| (lane + 1) % 8));
    run.send_writes(0, 2, SHARED, &lanes_with_words(|lane| lane));
    assert_eq!(run.describe_findings(), ["race block 2 3"]);
}

#[test]
fn writes_of_one_value_are_a_note_unless_asked() {
    assert_eq!(play_same_word_writes(false, |_| 1), ["note block 1 1"]);
    assert_eq!(play_same_word_writes(true, |_| 1), ["race block 1 1"]);
    // A fault at the same lines makes the note unnecessary.
    assert_eq!(play_same_word_writes(false, |lane| lane / 4), ["race block 1 1"]);
}

/// Eight lanes write one word.
fn play_same_word_writes(same_value: bool, value: fn(u32) -> u32) -> Vec<String> {
    let listening = Listening { races_alone: true, same_value, ..Listening::FAULTS };
    let mut run = ScriptedRun::new(build_kernel(vec![store_to(0)]), listening);
    for lane in 0..8 {
        run.send_accesses(0, 0, SHARED, AccessKind::Store, &[(lane, 3)], value(lane));
    }
    run.describe_findings()
}

#[test]
fn atomics_race_with_plain_uses_alone() {
    let mut run = ScriptedRun::with_races(vec![add_to(0), add_to(1), load_from(0), store_to(0)]);
    run.send_atomics(0, 0, SHARED, &lanes_with_words(|_| 0));
    run.send_atomics(0, 0, SHARED, &lanes_with_words(|_| 0));
    run.send_atomics(0, 1, VALUES, &lanes_with_words(|_| 0));
    run.send_atomics(1, 1, VALUES, &lanes_with_words(|_| 0));
    assert_eq!(run.describe_findings(), no_findings());
    // Even for the lane that was the last to change it.
    run.send_reads(0, 2, SHARED, &[(7, 0)]);
    assert_eq!(run.describe_findings(), ["race block 1 3"]);
    run.pass_barrier(0, 0);
    run.send_writes(0, 3, SHARED, &[(0, 0)]);
    run.send_atomics(0, 0, SHARED, &[(0, 0), (1, 0)]);
    assert_eq!(run.describe_findings(), ["race block 1 4"]);
}

#[test]
fn shared_memory_is_each_groups_own() {
    let mut run = ScriptedRun::with_races(vec![store_to(0), load_from(0)]);
    for group in 0..3 {
        run.send_writes(group, 0, SHARED, &[(group, 0)]);
    }
    run.end_group(1);
    // It reuses the shadow of group 1.
    run.send_reads(3, 1, SHARED, &[(6, 0)]);
    assert_eq!(run.describe_findings(), no_findings());
}

#[test]
fn between_groups_a_barrier_orders_nothing() {
    let mut run = ScriptedRun::with_races(vec![load_from(1), Instruction::Barrier, store_to(1)]);
    run.send_reads(0, 0, VALUES, &[(0, 100)]);
    run.pass_barrier(0, 1);
    run.pass_barrier(1, 1);
    run.send_writes(1, 2, VALUES, &[(0, 100)]);
    // The same lane number in both groups: the lane number alone does not identify the invocation.
    assert_eq!(run.describe_findings(), ["race values 1 3"]);
    run.send_writes(2, 2, VALUES, &[(0, 100)]);
    assert_eq!(run.describe_findings(), ["race values 1 3", "race values 3 3"]);
}

#[test]
fn what_a_group_wrote_and_another_reads_needs_more_than_a_barrier() {
    let mut run = ScriptedRun::with_races(vec![store_to(1), load_from(1)]);
    run.send_writes(0, 0, VALUES, &[(0, 1)]);
    run.end_group(0);
    run.send_reads(1, 1, VALUES, &[(0, 1)]);
    assert_eq!(run.describe_findings(), ["memory_model values 1 2"]);
}

#[test]
fn two_launches_are_ordered() {
    let mut run = ScriptedRun::with_races(vec![store_to(1), load_from(1)]);
    run.send_writes(0, 0, VALUES, &lanes_with_words(|lane| lane));
    run.begin_launch();
    run.send_reads(1, 1, VALUES, &lanes_with_words(|lane| 7 - lane));
    run.send_writes(1, 0, VALUES, &lanes_with_words(|lane| 7 - lane));
    assert_eq!(run.describe_findings(), no_findings());
}

#[test]
fn memory_that_nobody_writes_has_no_shadow() {
    let mut run = ScriptedRun::with_races(vec![load_from(1), add_to(2)]);
    run.send_reads(0, 0, VALUES, &lanes_with_words(|_| u32::MAX));
    run.send_atomics(0, 1, FLAGS, &lanes_with_words(|_| u32::MAX));
    assert_eq!(run.describe_findings(), no_findings());
}

#[test]
fn a_barrier_alone_shows_no_buffer() {
    assert_eq!(play_exchange(&|_, _| {}), ["memory_model values 1 5"]);
    assert_eq!(
        play_exchange(&|run, before| run.send_fence(0, 1, if before { &[0, 1, 2, 3, 4, 5, 6, 7] } else { &[] })),
        no_findings()
    );
    // After the barrier it is too late, and one lane only does it for itself.
    assert_eq!(
        play_exchange(&|run, before| run.send_fence(0, 3, if before { &[] } else { &[0, 1, 2, 3, 4, 5, 6, 7] })),
        ["memory_model values 1 5"]
    );
    assert_eq!(
        play_exchange(&|run, before| run.send_fence(0, 1, if before { &[0] } else { &[] })),
        ["memory_model values 1 5"]
    );
}

/// Lanes write, pass a barrier, and read the words of others; `fence` acts before and after the barrier.
fn play_exchange(fence: &dyn Fn(&mut ScriptedRun, bool)) -> Vec<String> {
    let mut run = ScriptedRun::with_races(vec![store_to(1), FENCE, Instruction::Barrier, FENCE, load_from(1)]);
    run.send_writes(0, 0, VALUES, &lanes_with_words(|lane| lane));
    fence(&mut run, true);
    run.pass_barrier(0, 2);
    fence(&mut run, false);
    run.send_reads(0, 4, VALUES, &lanes_with_words(|lane| 7 - lane));
    run.describe_findings()
}

#[test]
fn a_memory_barrier_is_no_barrier() {
    let mut run = ScriptedRun::with_races(vec![store_to(0), FENCE, load_from(0)]);
    run.send_writes(0, 0, SHARED, &lanes_with_words(|lane| lane));
    run.send_fence(0, 1, &[0, 1, 2, 3, 4, 5, 6, 7]);
    run.send_reads(0, 2, SHARED, &lanes_with_words(|lane| 7 - lane));
    let findings = run.take_findings();
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].kind.name(), "memory_model");
    assert_eq!(findings[0].mend, "memoryBarrier() orders memory, but does not wait: put barrier() after it");
}

#[test]
fn the_way_round_a_loop_counts() {
    assert_eq!(play_loop(FENCE), ["memory_model block 2 3"]);
    assert_eq!(play_loop(Instruction::EndIf), ["race block 2 3"]);
    // This barrier covers images only.
    let images = Instruction::MemoryBarrier(Fence { buffers: false, shared: false, ..Fence::ALL });
    assert_eq!(play_loop(images), ["race block 2 3"]);
}

fn play_loop(fence: Instruction) -> Vec<String> {
    let mut run = ScriptedRun::with_races(make_fence_loop(fence));
    run.send_writes(0, 2, SHARED, &[(5, 5)]);
    run.send_reads(0, 1, SHARED, &[(1, 5)]);
    run.describe_findings()
}

fn make_fence_loop(fence: Instruction) -> Vec<Instruction> {
    vec![Instruction::Loop, load_from(0), store_to(0), fence, Instruction::Repeat { start: 1 }]
}

/// Group 0 writes, then adds to a flag; group 1 adds to the flag, then reads.
fn last_group(memory: (u16, MemoryKey), writer_fence: bool, reader_fence: bool) -> Vec<String> {
    let mut run = ScriptedRun::with_races(vec![store_to(memory.0), FENCE, add_to(2), FENCE, load_from(memory.0)]);
    run.send_writes(0, 0, memory, &[(2, 9)]);
    if writer_fence {
        run.send_fence(0, 1, &[2]);
    }
    run.send_atomics(0, 2, FLAGS, &[(2, 0)]);
    run.end_group(0);
    run.send_atomics(1, 2, FLAGS, &[(0, 0)]);
    if reader_fence {
        run.send_fence(1, 3, &[0]);
    }
    run.send_reads(1, 4, memory, &[(0, 9)]);
    run.describe_findings()
}

#[test]
fn an_atomic_with_memory_barriers_orders_groups() {
    assert_eq!(last_group(FLAGS, true, true), no_findings());
    assert_eq!(last_group(VALUES, true, true), ["memory_model values 1 5"]);
    assert_eq!(last_group(FLAGS, false, true), ["memory_model flags 1 5"]);
    assert_eq!(last_group(FLAGS, true, false), ["memory_model flags 1 5"]);
}

#[test]
fn an_atomic_orders_what_was_before_it() {
    // The flag comes first, then the value.
    let mut run = ScriptedRun::with_races(vec![add_to(2), FENCE, store_to(2), load_from(2)]);
    run.send_atomics(0, 0, FLAGS, &[(0, 0)]);
    run.send_fence(0, 1, &[0]);
    run.send_writes(0, 2, FLAGS, &[(0, 9)]);
    run.send_atomics(1, 0, FLAGS, &[(0, 0)]);
    run.send_fence(1, 1, &[0]);
    run.send_reads(1, 3, FLAGS, &[(0, 9)]);
    assert_eq!(run.describe_findings(), ["memory_model flags 3 4"]);
}

#[test]
fn an_atomic_of_one_lane_orders_others_behind_a_barrier_alone() {
    assert_eq!(play_flag_of_one_lane(true), []);
    let findings = play_flag_of_one_lane(false);
    assert_eq!((findings.len(), findings[0].kind.name()), (1, "memory_model"));
    assert!(findings[0].mend.contains("run in any order"), "{}", findings[0].mend);
}

/// One lane sets a flag for values that all lanes of its group wrote.
fn play_flag_of_one_lane(barrier: bool) -> Vec<Finding> {
    let mut run =
        ScriptedRun::with_races(vec![store_to(2), FENCE, Instruction::Barrier, add_to(2), FENCE, load_from(2)]);
    run.send_writes(0, 0, FLAGS, &lanes_with_words(|lane| 10 + lane));
    run.send_fence(0, 1, &[0, 1, 2, 3, 4, 5, 6, 7]);
    if barrier {
        run.pass_barrier(0, 2);
    }
    run.send_atomics(0, 3, FLAGS, &[(0, 0)]);
    run.send_atomics(1, 3, FLAGS, &[(0, 0)]);
    run.send_fence(1, 4, &[0]);
    run.send_reads(1, 5, FLAGS, &[(0, 13)]);
    run.take_findings()
}

#[test]
fn who_asks_at_the_flag_before_it_is_raised_knows_nothing() {
    let mut run = ScriptedRun::with_races(vec![store_to(2), FENCE, add_to(2), FENCE, load_from(2)]);
    run.send_atomics(1, 2, FLAGS, &[(0, 0)]);
    run.send_fence(1, 3, &[0]);
    run.send_writes(0, 0, FLAGS, &[(0, 9)]);
    run.send_fence(0, 1, &[0]);
    run.send_atomics(0, 2, FLAGS, &[(0, 0)]);
    run.send_reads(1, 4, FLAGS, &[(0, 9)]);
    assert_eq!(run.describe_findings(), ["memory_model flags 1 5"]);
    // After a second read it knows; values written after that are new.
    run.send_atomics(1, 2, FLAGS, &[(0, 0)]);
    run.send_fence(1, 3, &[0]);
    run.send_reads(1, 4, FLAGS, &[(0, 9)]);
    assert_eq!(run.describe_findings(), no_findings());
    run.send_writes(0, 0, FLAGS, &[(0, 9)]);
    run.send_reads(1, 4, FLAGS, &[(0, 9)]);
    assert_eq!(run.describe_findings(), ["memory_model flags 1 5"]);
}

#[test]
fn a_lock_orders_lanes_of_one_group() {
    // Lane by lane: take the lock, change the word, free the lock.
    assert_eq!(play_lock([true, true]), no_findings());
    assert_eq!(play_lock([false, true]).len(), 2);
    assert_eq!(play_lock([true, false]).len(), 2);
    // A lane that does not hold the lock is not ordered.
    let mut run = ScriptedRun::with_races(vec![add_to(2), FENCE, load_from(1), store_to(1), FENCE, add_to(2)]);
    run.send_writes(0, 3, VALUES, &[(0, 9)]);
    run.send_fence(0, 4, &[0]);
    run.send_atomics(0, 5, FLAGS, &[(0, 0)]);
    run.send_fence(0, 1, &[1]);
    run.send_reads(0, 2, VALUES, &[(1, 9)]);
    assert_eq!(run.describe_findings(), ["race values 3 4"]);
}

/// Four lanes change a word under a lock.
fn play_lock(fences: [bool; 2]) -> Vec<String> {
    let mut run = ScriptedRun::with_races(vec![add_to(2), FENCE, load_from(1), store_to(1), FENCE, add_to(2)]);
    for lane in [0, 5, 1, 7] {
        run.send_atomics(0, 0, FLAGS, &lanes_with_words(|_| 0));
        if fences[0] {
            run.send_fence(0, 1, &[lane]);
        }
        run.send_reads(0, 2, VALUES, &[(lane, 9)]);
        run.send_writes(0, 3, VALUES, &[(lane, 9)]);
        if fences[1] {
            run.send_fence(0, 4, &[lane]);
        }
        run.send_atomics(0, 5, FLAGS, &[(lane, 0)]);
    }
    run.describe_findings()
}

#[test]
fn a_very_long_spin_forgets_nothing() {
    let mut run = ScriptedRun::with_races(vec![store_to(2), FENCE, add_to(2), load_from(2)]);
    for round in 0..2000 {
        run.send_writes(0, 0, FLAGS, &[(0, 100 + round % 800)]);
        run.send_fence(0, 1, &[0]);
        run.send_atomics(0, 2, FLAGS, &[(0, 0)]);
    }
    run.send_atomics(1, 2, FLAGS, &[(0, 0)]);
    run.send_fence(1, 1, &[0]);
    run.send_reads(1, 3, FLAGS, &[(0, 900 - 1), (0, 100)]);
    assert_eq!(run.describe_findings(), no_findings());
    // Its neighbour has not read the flag.
    run.send_reads(1, 3, FLAGS, &[(1, 100)]);
    assert_eq!(run.describe_findings(), ["memory_model flags 1 4"]);
}

#[test]
fn stamps_start_anew_before_they_end() {
    use super::super::groups::GroupTracker;
    let assembly = build_kernel(vec![]);
    let launched = LaunchInfo {
        assembly: &assembly,
        next: None,
        groups: [1; 3],
        memories: &[],
        textures: &[],
        images: &[],
        targets: &[],
        kept: &[],
    };
    let mut groups = GroupTracker::<u32>::default();
    assert!(!groups.begin_launch(&launched, false));
    groups.enter_group(&warp_info(0, 0));
    groups.pass_barrier(0);
    assert!(!groups.begin_launch(&launched, false));
    assert_eq!(groups.first_stamp(), 3);
    groups.set_first_stamp(u32::MAX / 2);
    groups.enter_group(&warp_info(0, 0));
    assert!(groups.begin_launch(&launched, false));
    assert_eq!(groups.first_stamp(), 1);
}

#[test]
fn lanes_of_one_atomic_instruction_come_one_after_another() {
    // Each lane writes its word and adds to the counter; the second one reads both.
    assert_eq!(play_counter_of_two_lanes(1, 0), no_findings());
    assert_eq!(play_counter_of_two_lanes(0, 1), ["memory_model flags 1 5"]);
}

fn play_counter_of_two_lanes(reader: u32, other: u32) -> Vec<String> {
    let mut run = ScriptedRun::with_races(vec![store_to(2), FENCE, add_to(2), FENCE, load_from(2)]);
    run.send_writes(0, 0, FLAGS, &[(0, 0), (1, 1)]);
    run.send_fence(0, 1, &[0, 1]);
    run.send_atomics(0, 2, FLAGS, &[(0, 10), (1, 10)]);
    run.send_fence(0, 3, &[0, 1]);
    run.send_reads(0, 4, FLAGS, &[(reader, other)]);
    run.describe_findings()
}

#[test]
fn barriers_of_subgroups_hand_on_what_lanes_know() {
    assert_eq!(play_subgroup_barriers(&[0b011, 0b110]), no_findings());
    assert_eq!(play_subgroup_barriers(&[0b110, 0b011]), ["race block 1 3"]);
    assert_eq!(play_subgroup_barriers(&[0b101]), no_findings());
}

fn play_subgroup_barriers(masks: &[u64]) -> Vec<String> {
    let mut run = ScriptedRun::with_races(vec![store_to(0), Instruction::SubgroupBarrier, load_from(0)]);
    run.send_writes(0, 0, SHARED, &[(0, 5)]);
    for &mask in masks {
        let info = warp_info(0, 0);
        run.watch
            .observe(&ExecutionEvent::SubgroupBarrier { at: ScriptedRun::event_place(&info, 1, mask) });
    }
    run.send_reads(0, 2, SHARED, &[(2, 5)]);
    run.describe_findings()
}

#[test]
fn who_reads_alone_among_many_is_found() {
    // Three lanes read the word; the lane that writes it has a message from two of them.
    for alone in 0..3 {
        let lane = alone as u32;
        let of_first_group = Some(warp_info(0, 0).identify_lane(lane));
        assert_eq!(find_silent_readers(SHARED, [0; 3], alone), [of_first_group]);
        assert_eq!(find_silent_readers(FLAGS, [0; 3], alone), [of_first_group]);
        let of_own_group = Some(warp_info(lane + 5, 0).identify_lane(lane));
        assert_eq!(find_silent_readers(FLAGS, [5, 6, 7], alone), [of_own_group]);
    }
}

/// Three lanes read a word; `alone` sends no message to the lane that writes it.
fn find_silent_readers(memory: (u16, MemoryKey), groups: [u32; 3], alone: usize) -> Vec<Option<Who>> {
    let mut run = ScriptedRun::with_races(vec![load_from(memory.0), FENCE, add_to(2), FENCE, store_to(memory.0)]);
    pair_lanes_with_groups(groups).for_each(|(lane, group)| run.send_reads(group, 0, memory, &[(lane, 0)]));
    for (lane, group) in pair_lanes_with_groups(groups).filter(|(lane, _)| *lane as usize != alone) {
        run.send_fence(group, 1, &[lane]);
        run.send_atomics(group, 2, FLAGS, &[(lane, 10)]);
    }
    run.send_atomics(0, 2, FLAGS, &[(3, 10)]);
    run.send_fence(0, 3, &[3]);
    run.send_writes(0, 4, memory, &[(3, 0)]);
    let findings = run.take_findings();
    findings.iter().map(|finding| finding.witnesses[0].who).collect::<Vec<_>>()
}

fn pair_lanes_with_groups(groups: [u32; 3]) -> impl Iterator<Item = (u32, u32)> {
    (0..).zip(groups)
}

#[test]
fn members_of_a_block_at_one_line_are_one_finding() {
    assert_eq!(place_members(2), ["buffer `m0`", "buffer `m1`"]);
    assert_eq!(place_members(24), ["24 members of buffer `Values`, the first `m0`"]);
}

/// Returns the places of races on every member of a block.
fn place_members(members: u32) -> Vec<String> {
    let mut run = ScriptedRun::with_races(
        (0..members)
            .map(|_| store_to(1))
            .chain((0..members).map(|_| load_from(1)))
            .collect(),
    );
    run.assembly.lines = (0..members).map(|_| 1).chain((0..members).map(|_| 2)).collect();
    run.assembly.memories[1].layout = TypeLayout::Struct(
        (0..members)
            .map(|member: u32| (format!("m{member}"), member * 4, TypeLayout::Scalar(Scalar::U32)))
            .collect(),
    );
    for member in 0..members {
        run.send_writes(0, member, VALUES, &[(0, member)]);
        run.send_reads(0, members + member, VALUES, &[(1, member)]);
    }
    let findings = run.take_findings();
    findings.iter().map(|finding| finding.place.clone()).collect::<Vec<_>>()
}

#[test]
fn what_a_race_decides_may_follow_from_it() {
    // The value read from `block` decides which lanes reach the barrier.
    let race = ("race", String::new());
    let effect = ("barrier", "race on `block`".to_string());
    assert_eq!(play_raced_branch(0, 3), [race.clone(), effect.clone()]);
    // A lane that skips one barrier is late at the next.
    assert_eq!(play_raced_branch(0, 5), [race.clone(), effect]);
    assert_eq!(play_raced_branch(9, 3), [race, ("barrier", String::new())]);
}

fn play_raced_branch(condition: Register, pc: Pc) -> Vec<(&'static str, String)> {
    let mut run = ScriptedRun::with_faults(make_barrier_branch(condition));
    run.send_writes(0, 0, SHARED, &[(0, 5)]);
    run.send_reads(0, 1, SHARED, &[(1, 5)]);
    let info = warp_info(0, 0);
    run.watch
        .observe(&ExecutionEvent::Barrier { at: ScriptedRun::event_place(&info, pc, 0b0001), missing: 0b1110 });
    let findings = run.take_findings();
    findings
        .into_iter()
        .map(|finding| (finding.kind.name(), finding.cause))
        .collect::<Vec<_>>()
}

fn make_barrier_branch(condition: Register) -> Vec<Instruction> {
    let branch = Instruction::If { condition, otherwise: 4 };
    vec![store_to(0), load_from(0), branch, Instruction::Barrier, Instruction::EndIf, Instruction::Barrier]
}

#[test]
fn a_race_behind_a_barrier_is_with_the_next_turn() {
    let waits = Instruction::Barrier;
    let repeat = Instruction::Repeat { start: 1 };
    let round = vec![Instruction::Loop, store_to(0), waits, load_from(0), repeat, Instruction::EndLoop];
    assert!(suggest_fix(round, 3, 1).contains("next turn"));
    let none = vec![Instruction::Loop, store_to(0), FENCE, load_from(0), repeat, Instruction::EndLoop];
    assert!(!suggest_fix(none, 3, 1).contains("next turn"));
    // In a branch it may be skipped.
    let branch = Instruction::If { condition: 0, otherwise: 4 };
    let apart = vec![
        Instruction::Loop,
        store_to(0),
        branch,
        waits,
        Instruction::EndIf,
        load_from(0),
        repeat,
        Instruction::EndLoop,
    ];
    assert!(!suggest_fix(apart, 5, 1).contains("next turn"));
}

fn suggest_fix(code: Vec<Instruction>, first: Pc, second: Pc) -> String {
    let mut run = ScriptedRun::with_races(code);
    run.send_reads(0, first, SHARED, &[(0, 5)]);
    run.send_writes(0, second, SHARED, &[(1, 5)]);
    run.take_findings().remove(0).mend
}
