//! Counters, against numbers calculated by hand.

use super::super::dependent_reads;
use super::super::texture_cache::{TexelCache, TexelLayout as Texels};
use super::*;
use gristmill_base::counters::{Class, Counters, Counts};

/// Returns the counts of a full warp of 32 lanes at instruction 0, with these addresses.
fn count_access(memory: (u16, MemoryKey), kind: AccessKind, words: u32, addresses: [u32; 32]) -> Counts {
    let mut run = ScriptedRun::new(build_kernel(vec![load_from(0)]), Listening::COUNTERS);
    let info = WarpInfo { width: 32, ..warp_info(0, 0) };
    let at = ScriptedRun::event_place(&info, 0, u64::from(u32::MAX));
    let place = SlotRef::Memory(memory.0);
    let inside = u64::from(u32::MAX);
    let access = WarpAccess {
        place,
        memory: memory.1,
        kind,
        words,
        addresses: &addresses,
        base: 0,
        inside,
        values: &[],
        part: None,
        turns: AtomicTurns::default(),
    };
    run.watch.observe(&ExecutionEvent::Access { at, access });
    take_counters(&mut run).total
}

fn take_counters(run: &mut ScriptedRun) -> Counters {
    run.watch
        .take_counters(&run.assembly, &numbered_text(run.assembly.instructions.len()))
        .unwrap()
}

fn strided_addresses(stride: u32) -> [u32; 32] {
    std::array::from_fn(|lane| lane as u32 * stride)
}

#[test]
fn sectors_of_a_request() {
    // 32 lanes times 4 bytes are 4 sectors of 32 bytes; further apart they are more, up to one for each lane.
    for (apart, sectors) in [(0, 1), (1, 4), (2, 8), (8, 32), (32, 32)] {
        let counts = count_access(VALUES, AccessKind::Load, 1, strided_addresses(apart));
        assert_eq!((counts.requests, counts.sectors, counts.shared_requests), (1, sectors, 0), "stride {apart}");
    }
    // Not at the start of a sector: one more. Four words each: four times as many.
    assert_eq!(count_access(VALUES, AccessKind::Load, 1, strided_addresses(1).map(|word| word + 3)).sectors, 5);
    assert_eq!(count_access(VALUES, AccessKind::Store, 4, strided_addresses(4)).sectors, 16);
    // The second of two words is beyond the end of a sector.
    assert_eq!(count_access(VALUES, AccessKind::Store, 2, [7; 32]).sectors, 2);
}

#[test]
fn a_word_is_touched_once_per_launch() {
    let mut run = ScriptedRun::new(build_kernel(vec![load_from(0)]), Listening::COUNTERS);
    let info = WarpInfo { width: 32, ..warp_info(0, 0) };
    let inside = u64::from(u32::MAX);
    let mut hear = |kind: AccessKind, words: u32, (place, memory): (u16, MemoryKey), addresses: [u32; 32]| {
        let place = SlotRef::Memory(place);
        let addresses = &addresses;
        let access = WarpAccess {
            place,
            memory,
            kind,
            words,
            addresses,
            base: 0,
            inside,
            values: &[],
            part: None,
            turns: AtomicTurns::default(),
        };
        run.watch
            .observe(&ExecutionEvent::Access { at: ScriptedRun::event_place(&info, 0, inside), access });
    };
    for _ in 0..3 {
        hear(AccessKind::Load, 2, VALUES, strided_addresses(1)); // 33 words
    }
    hear(AccessKind::Store, 1, VALUES, [100; 32]);
    hear(AccessKind::Atomic(ADD), 1, VALUES, [5; 32]); // read before, written now
    hear(AccessKind::Store, 1, SHARED, strided_addresses(1));
    let told = take_counters(&mut run);
    assert_eq!((told.bytes_read, told.bytes_written, told.bytes()), (33 * 4, 2 * 4, 35 * 4));
    assert_eq!(take_counters(&mut run).bytes(), 0, "what was told is told once");
}

#[test]
fn conflicts_of_banks() {
    for (apart, extra) in [(0, 0), (1, 0), (2, 1), (3, 0), (16, 15), (32, 31), (33, 0)] {
        let counts = count_access(SHARED, AccessKind::Load, 1, strided_addresses(apart));
        assert_eq!((counts.shared_requests, counts.bank_conflicts, counts.requests), (1, extra, 0), "stride {apart}");
    }
}

#[test]
fn contention_of_atomics() {
    let all = count_access(SHARED, AccessKind::Atomic(ADD), 1, [5; 32]);
    assert_eq!((all.atomics, all.contended, all.contended_most), (1, 32, 32));
    let bins = count_access(VALUES, AccessKind::Atomic(ADD), 1, std::array::from_fn(|lane| lane as u32 % 5));
    // Lanes 0, 5, ... 30 are 7.
    assert_eq!((bins.atomics, bins.contended, bins.sectors), (1, 7, 1));
    let mut sum = all;
    sum.add(&bins);
    assert_eq!((sum.contention(), sum.contended_most), (19.5, 32));
}

#[test]
fn lanes_and_branches() {
    let add = Instruction::Binary { op: Binary::AddFloat, to: 0, a: 1, b: 2 };
    let sine = Instruction::Unary { op: Unary::Sin, to: 0, a: 1 };
    let choice = Instruction::If { condition: 0, otherwise: 3 };
    let mut run = ScriptedRun::new(
        build_kernel(vec![add, sine, choice, Instruction::Barrier, load_from(1)]),
        Listening::COUNTERS,
    );
    let info = warp_info(0, 0);
    for (pc, mask) in [(0, 0b1111), (0, 0b0001), (1, 0b0011), (2, 0b1111), (3, 0b1111), (4, 0b1111)] {
        run.watch.observe(&ExecutionEvent::Step {
            at: ScriptedRun::event_place(&info, pc, mask),
            code: &run.assembly,
            registers: &[],
        });
    }
    for (taken, waiting) in [(0b0011, 0b1100), (0b1111, 0), (0, 0b1111)] {
        run.watch
            .observe(&ExecutionEvent::Branch { at: ScriptedRun::event_place(&info, 2, 0b1111), taken, waiting });
    }
    let counters = take_counters(&mut run);
    assert_eq!(Class::ALL.map(|class| counters.total.instructions[class as usize]), [2, 0, 1, 1, 0, 1, 1]);
    assert_eq!((counters.total.lanes, counters.total.slots), (4 + 1 + 2 + 4 + 4 + 4, 6 * 4));
    assert_eq!((counters.total.branches, counters.total.divergent), (3, 1));
    let first = &counters.lines[0];
    assert_eq!((first.line, first.text.as_str(), first.counts.instructions()), (1, "line 1;", 2));
    assert_eq!(first.counts.utilisation(), 5.0 / 8.0);
    assert_eq!(counters.lines.iter().map(|line| line.line).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    let mut twice = counters.clone();
    twice.add(&counters);
    assert_eq!((twice.total.instructions(), twice.lines.len(), twice.lines[0].counts.lanes), (12, 5, 10));
    assert!(
        counters
            .json()
            .starts_with(r#"{"total":{"instructions":{"float":2,"int":0,"transcendental":1,"memory":1,"#)
    );
    assert!(counters.json().ends_with("}}]}"));
}

#[test]
fn turns_are_of_one_warp_and_of_all_its_loops() {
    // A loop at 0 that jumps back at 2, and one inside it at 1; `If` is not a loop.
    let choice = Instruction::If { condition: 0, otherwise: 3 };
    let code = vec![Instruction::Loop, Instruction::Loop, Instruction::Repeat { start: 1 }, choice];
    let mut run = ScriptedRun::new(build_kernel(code), Listening::COUNTERS);
    // Two warps of a group and one of another, in turns: 2 entered, and 3, 1 and 0 back edges taken.
    for _ in 0..2 {
        send_group_step(&mut run, 0, 0, 0);
    }
    for (group, warp, taken) in [(0, 0, 0b11), (0, 1, 0b01), (0, 0, 0b01), (1, 0, 0), (0, 0, 0b10), (0, 0, 0)] {
        send_branch(&mut run, group, warp, 2, taken);
    }
    send_branch(&mut run, 0, 0, 3, 0b11);
    assert_eq!(take_counters(&mut run).turns, [("a.comp".to_string(), 5)].into());
    assert_eq!(take_counters(&mut run).most_turns(), 0, "what was told is told once");
    // A warp that ends and starts again is counted anew.
    run.begin_launch();
    for _ in 0..3 {
        send_group_step(&mut run, 0, 0, 1);
        run.watch
            .observe(&ExecutionEvent::WarpEnds { at: ScriptedRun::event_place(&warp_info(0, 0), 3, 0b11) });
    }
    let mut counters = take_counters(&mut run);
    assert_eq!(counters.most_turns(), 1);
    // Runs are compared, not added.
    counters
        .add(&Counters { turns: [("a.comp".to_string(), 4), ("b.comp".to_string(), 7)].into(), ..Counters::default() });
    assert_eq!((counters.turns["a.comp"], counters.most_turns()), (4, 7));
}

fn send_group_step(run: &mut ScriptedRun, group: u32, warp: u32, pc: u32) {
    run.watch.observe(&ExecutionEvent::Step {
        at: ScriptedRun::event_place(&warp_info(group, warp), pc, 0b11),
        code: &run.assembly,
        registers: &[],
    });
}

fn send_branch(run: &mut ScriptedRun, group: u32, warp: u32, pc: u32, taken: u64) {
    run.watch.observe(&ExecutionEvent::Branch {
        at: ScriptedRun::event_place(&warp_info(group, warp), pc, 0b11),
        taken,
        waiting: 0b11 & !taken,
    });
}

#[test]
fn a_row_of_texels_misses_once_a_line() {
    // 16 words per line, so 1 of 16 misses; the second time, all hit.
    let mut cache = TexelCache::default();
    assert_eq!(count_misses(&mut cache, 0..1024), 64);
    assert_eq!(count_misses(&mut cache, 0..1024), 0);
    // It holds 4096 words. With one line more, the line that is needed next is always evicted from its set.
    assert_eq!(count_misses(&mut cache, 1024..4096), 192);
    assert_eq!(count_misses(&mut cache, 0..4096), 0);
    assert_eq!(count_misses(&mut cache, 4096..4112), 1);
    assert_eq!(count_misses(&mut cache, 0..16), 1);
    assert_eq!(count_misses(&mut cache, 16..32), 0);
    // Another texture has lines of its own.
    assert!(!cache.read_word(2, 16));
}

fn count_misses(cache: &mut TexelCache, words: std::ops::Range<u32>) -> usize {
    words.filter(|word| !cache.read_word(1, *word)).count()
}

#[test]
fn tiles_lie_together() {
    // A tile of 4 x 4 texels of one word is one line.
    let texels = Texels { width: 10, words: 1 };
    assert_eq!([0, 3, 10, 33].map(|word| texels.tiled_word(word)), [0, 3, 4, 15]);
    // The next tile of the row; a row of 10 has three; the first one below.
    assert_eq!([4, 8, 40].map(|word| texels.tiled_word(word)), [16, 32, 48]);
    let four = Texels { width: 8, words: 4 };
    assert_eq!([4 * 8, 4 * 8 + 3, 4 * 4].map(|word| four.tiled_word(word)), [16, 19, 64]);
}

#[test]
fn a_column_is_kinder_to_tiles() {
    let mut run = ScriptedRun::new(build_kernel(vec![Instruction::Sample { sample: 0, to: 0 }]), Listening::COUNTERS);
    let launched = LaunchInfo {
        next: None,
        assembly: &run.assembly,
        groups: [1; 3],
        memories: &[],
        textures: &[(MemoryKey::Global(9), 64, 1)],
        images: &[],
        targets: &[],
        kept: &[],
    };
    run.watch.observe(&ExecutionEvent::LaunchBegins(&launched));
    let info = warp_info(0, 0);
    let texels: Vec<(u8, u32)> = (0..32).map(|y| (y as u8, y * 64)).collect();
    let at = ScriptedRun::event_place(&info, 0, 0b1111);
    run.watch
        .observe(&ExecutionEvent::Texels { at, texture: 0, memory: MemoryKey::Global(9), texels: &texels });
    let told = take_counters(&mut run);
    let counts = told.total;
    assert_eq!((told.bytes_read, told.bytes_written), (32 * 4, 0));
    // In row order each texel of a column has a line of its own; in tiles four share one.
    assert_eq!((counts.texels, counts.hits_linear, counts.hits_tiled), (32, 0, 24));
    assert_eq!(counts.hit_rates(), [0.0, 0.75]);
}

#[test]
fn dependent_reads_are_a_chain() {
    assert_eq!(measure_chain(vec![add_ints(1, 2, 3)]), 0);
    assert_eq!(measure_chain(vec![read_values(1, 0), read_values(2, 0), add_ints(3, 1, 2)]), 1);
    assert_eq!(
        measure_chain(vec![
            read_values(1, 0),
            add_ints(3, 1, 2),
            read_values(4, 3),
            read_values(5, 4),
            read_values(6, 0)
        ]),
        3
    );
    // A read of shared memory does not count, but its result depends on the reads that led to its address.
    let shared = Instruction::Load { memory: 0, words: 1, to: 4, address: 1, offset: 0 };
    assert_eq!(measure_chain(vec![read_values(1, 0), shared, read_values(5, 4)]), 2);
}

fn measure_chain(code: Vec<Instruction>) -> u32 {
    dependent_reads::longest_read_chain(&build_kernel(code))
}

fn add_ints(to: Register, a: Register, b: Register) -> Instruction {
    Instruction::Binary { op: Binary::AddInt, to, a, b }
}

fn read_values(to: Register, address: Register) -> Instruction {
    Instruction::Load { memory: 1, words: 1, to, address, offset: 0 }
}
