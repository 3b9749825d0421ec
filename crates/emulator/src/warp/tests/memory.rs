//! Tests of loads, stores and atomic operations, in and out of range.

use super::*;
use crate::assembly::{AddressStep, OUT_OF_RANGE, SlotRef, VariableSlot};
use crate::storage::AtomicOp;

/// Registers: 0 is the address, 1 to 4 are values, 5 to 8 results.
const ADDRESS: u32 = 0;
const VALUE: u32 = 1;
const RESULT: u32 = 5;

/// Starts a warp with these addresses; values are 100 * register + lane.
fn start_warp<const W: usize>(assembly: &Assembly, addresses: &[u32], lanes: u64) -> Warp<W> {
    let mut warp = Warp::new(assembly, &[]);
    warp.start(warp_info(W as u32), lanes);
    for (lane, &address) in addresses.iter().enumerate().take(W) {
        warp.register_mut(ADDRESS)[lane] = address;
    }
    for register in VALUE..RESULT {
        *warp.register_mut(register) = std::array::from_fn(|lane| 100 * register + lane as u32);
    }
    warp
}

/// Runs one instruction.
fn run_one<const W: usize>(
    instruction: Instruction,
    addresses: &[u32],
    lanes: u64,
    bindings: &SlotBindings,
    shared: &mut [u32],
) -> Warp<W> {
    let mut assembly = assemble_code(vec![instruction, Instruction::End], 9);
    assembly.lists = vec![VALUE, VALUE + 1, VALUE + 2, VALUE + 3];
    assembly.memories = vec![unsized_slot(), unsized_slot()];
    let mut warp = start_warp(&assembly, addresses, lanes);
    run_to_end(&mut warp, &assembly, bindings, shared, &mut (), u64::MAX);
    warp
}

fn lanes_of(lanes: u64, width: usize) -> impl Iterator<Item = usize> {
    (0..width).filter(move |lane| lanes >> lane & 1 == 1)
}

/// Addresses in many patterns, for 64 lanes.
fn address_patterns() -> Vec<Vec<u32>> {
    vec![
        (0..64).collect(),
        (30..94).collect(),
        (36..100).collect(),
        vec![17; 64],
        vec![OUT_OF_RANGE; 64],
        vec![99; 64],
        (0..64).map(|lane| 4 * lane).collect(),
        (0..64).rev().collect(),
        (0..64).map(mix_lane).collect(),
        (0..64)
            .map(|lane| if lane % 3 == 0 { OUT_OF_RANGE } else { mix_lane(lane) })
            .collect(),
        (0..64).map(|lane| OUT_OF_RANGE - lane).collect(),
    ]
}

fn mix_lane(lane: u32) -> u32 {
    lane.wrapping_mul(0x9e37_79b9) >> 25
}

const MASKS: [u64; 4] = [u64::MAX, 0xffff_ffff, 0x1248_8421_0ff0_5a5b, 0x8000_0000_8000_0001];
const WORDS: u32 = 100;

fn check_loads<const W: usize>(words: u8, offset: u32) {
    let contents: Vec<u32> = (0..WORDS).map(|at| 7000 + at).collect();
    for (addresses, lanes) in address_patterns()
        .iter()
        .flat_map(|addresses| MASKS.map(|lanes| (addresses, lanes)))
    {
        for memory in [0, 1] {
            let load = Instruction::Load { memory, words, to: RESULT, address: ADDRESS, offset };
            let bindings = bind_memories(&contents, (20, WORDS));
            let mut shared: Vec<u32> = (0..20).map(|_| 1).chain(contents.clone()).chain([2; 9]).collect();
            let warp = run_one::<W>(load, addresses, lanes, &bindings, &mut shared);
            for lane in lanes_of(lanes, W) {
                let first = u64::from(addresses[lane]) + u64::from(offset);
                let inside = first + u64::from(words) <= u64::from(WORDS);
                for word in 0..u32::from(words) {
                    let want = if inside { 7000 + first as u32 + word } else { 0 };
                    assert_eq!(warp.register(RESULT + word)[lane], want, "{load:?}, lane {lane} of {addresses:?}");
                }
            }
        }
    }
}

#[test]
fn loads_give_words_inside_and_zeros_outside() {
    for (words, offset) in [(1, 0), (1, 3), (2, 0), (4, 1), (3, 96), (1, 99), (1, 100), (4, u32::MAX)] {
        check_loads::<32>(words, offset);
        check_loads::<64>(words, offset);
    }
}

fn check_stores<const W: usize>(words: u8, offset: u32) {
    for (addresses, lanes) in address_patterns()
        .iter()
        .flat_map(|addresses| MASKS.map(|lanes| (addresses, lanes)))
    {
        for memory in [0, 1] {
            let store = Instruction::Store { memory, words, list: 0, address: ADDRESS, offset };
            let bindings = bind_memories(&[9; WORDS as usize], (20, WORDS));
            let mut shared = vec![9; 20 + WORDS as usize + 9];
            run_one::<W>(store, addresses, lanes, &bindings, &mut shared);
            let mut want = [9; WORDS as usize];
            for lane in lanes_of(lanes, W) {
                let first = u64::from(addresses[lane]) + u64::from(offset);
                if first + u64::from(words) <= u64::from(WORDS) {
                    (0..u32::from(words)).for_each(|word| {
                        want[(first as u32 + word) as usize] = 100 * (VALUE + word) + lane as u32;
                    });
                }
            }
            let got = if memory == 0 { read_buffer(&bindings) } else { shared[20..20 + WORDS as usize].to_vec() };
            assert_eq!(got, want, "{store:?} at {addresses:?}");
            let beside = [&shared[..20], &shared[20 + WORDS as usize..]].concat();
            assert!(beside.iter().all(|&word| word == 9), "{store:?} at {addresses:?}: {shared:?}");
        }
    }
}

#[test]
fn stores_put_words_inside_and_drop_what_is_outside() {
    for (words, offset) in [(1, 0), (1, 3), (2, 0), (4, 1), (3, 96), (1, 99), (1, 100), (4, u32::MAX)] {
        check_stores::<32>(words, offset);
        check_stores::<64>(words, offset);
    }
}

#[test]
fn an_atomic_operation_sees_the_lanes_before() {
    for (addresses, lanes) in address_patterns()
        .iter()
        .flat_map(|addresses| MASKS.map(|lanes| (addresses, lanes)))
    {
        for (op, used) in
            [(AtomicOp::Add, true), (AtomicOp::MaxInt, true), (AtomicOp::Exchange, true), (AtomicOp::Xor, false)]
        {
            for memory in [0, 1] {
                let to = RESULT;
                let address = ADDRESS;
                let offset = 2;
                let operands = 0;
                let atomic = Instruction::Atomic { memory, op, used, words: 1, to, address, offset, operands };
                let mut want: Vec<u32> = (0..WORDS).map(|at| at.wrapping_mul(0x3333_3333)).collect();
                let bindings = bind_memories(&want, (0, WORDS));
                let mut shared = want.clone();
                let warp = run_one::<64>(atomic, addresses, lanes, &bindings, &mut shared);
                for lane in lanes_of(lanes, 64) {
                    let value = 100 * VALUE + lane as u32;
                    let mut before = 0;
                    if let Some(word) = want.get_mut(addresses[lane] as usize + 2) {
                        before = *word;
                        *word = match op {
                            AtomicOp::Add => before.wrapping_add(value),
                            AtomicOp::MaxInt if before as i32 > value as i32 => before,
                            AtomicOp::Xor => before ^ value,
                            _ => value,
                        };
                    }
                    assert_eq!(
                        warp.register(RESULT)[lane],
                        if used { before } else { 0 },
                        "lane {lane} of {addresses:?}"
                    );
                }
                let got = if memory == 0 { read_buffer(&bindings) } else { shared };
                assert_eq!(got, want, "{atomic:?} at {addresses:?}");
            }
        }
    }
}

#[test]
fn a_compare_exchange_goes_to_one_lane() {
    // A lock: lane 0 finds 101 free and takes it; its value is not 201, so no other lane gets it.
    let op = AtomicOp::CompareExchange;
    let used = true;
    let to = RESULT;
    let address = ADDRESS;
    let offset = 0;
    let operands = 0;
    let atomic = Instruction::Atomic { memory: 0, op, used, words: 1, to, address, offset, operands };
    let bindings = bind_memories(&[203], (0, 0));
    let warp = run_one::<32>(atomic, &[0; 32], 0xff, &bindings, &mut []);
    // Lane 3 is the one that compares with 203.
    assert_eq!(&warp.register(RESULT)[..8], [203, 203, 203, 203, 103, 103, 103, 103]);
    assert_eq!(read_buffer(&bindings), [103]);
}

#[test]
fn lanes_that_only_help_store_nothing() {
    let store = Instruction::Store { memory: 0, words: 1, list: 0, address: ADDRESS, offset: 0 };
    let op = AtomicOp::Add;
    let used = true;
    let to = RESULT;
    let address = ADDRESS;
    let offset = 4;
    let operands = 0;
    let atomic = Instruction::Atomic { memory: 0, op, used, words: 1, to, address, offset, operands };
    let mut assembly = assemble_code(vec![store, atomic, Instruction::End], 9);
    assembly.lists = vec![VALUE, VALUE + 1];
    let bindings = bind_memories(&[0; 8], (0, 0));
    let mut warp = start_warp::<32>(&assembly, &[0, 1, 2, 3], 0xf);
    warp.start(WarpInfo { helpers: 0b0110, ..warp_info(32) }, 0xf);
    run_to_end(&mut warp, &assembly, &bindings, &mut [], &mut (), u64::MAX);
    assert_eq!(read_buffer(&bindings), [100, 0, 0, 103, 100, 0, 0, 103]);
}

#[test]
fn the_length_of_an_open_end() {
    for (words, end, want) in [
        (103, Some((16, 12)), 25),
        (102, Some((16, 12)), 24),
        (2, Some((16, 12)), 0),
        (9, None, 0),
        (3, Some((2, 2)), 5),
    ] {
        let mut assembly = assemble_code(vec![Instruction::Length { memory: 0, to: RESULT }, Instruction::End], 9);
        assembly.memories = vec![MemorySlot { open_end: end, ..unsized_slot() }];
        let mut warp = start_warp::<32>(&assembly, &[], u64::MAX);
        run_to_end(&mut warp, &assembly, &bind_memories(&vec![0; words], (0, 0)), &mut [], &mut (), u64::MAX);
        assert_eq!(warp.register(RESULT), &[want; 32]);
    }
}

#[test]
fn addresses_step_inside_and_stay_outside() {
    let base = 0;
    let index = 1;
    let limit = 2;
    let words = [0, 1, 5, 9, 10, 1000, 0x4000_0000, 0x7fff_ffff, u32::MAX - 1, u32::MAX];
    let mut lanes = Vec::new();
    for base in words {
        for index in words {
            lanes.extend(words.map(|limit| [base, index, limit]));
        }
    }
    for stride in [1, 2, 4, 100, 0x1_0001] {
        let mut assembly = assemble_code(vec![Instruction::Address { to: 3, step: 0 }, Instruction::End], 4);
        assembly.steps = vec![AddressStep { base, index, stride, limit, of: SlotRef::Memory(0) }];
        let mut warp = Warp::<64>::new(&assembly, &[]);
        for batch in lanes.chunks(64) {
            warp.start(warp_info(64), u64::MAX >> (64 - batch.len()));
            for (lane, words) in batch.iter().enumerate() {
                (0..3).for_each(|register| warp.register_mut(register as u32)[lane] = words[register]);
            }
            run_to_end(&mut warp, &assembly, &SlotBindings::default(), &mut [], &mut (), u64::MAX);
            for (lane, &[base, index, limit]) in batch.iter().enumerate() {
                let sum = u128::from(base) + u128::from(index) * u128::from(stride);
                let outside = base == OUT_OF_RANGE || index >= limit || sum >= u128::from(OUT_OF_RANGE);
                let want = if outside { OUT_OF_RANGE } else { sum as u32 };
                assert_eq!(warp.register(3)[lane], want, "{base} + {index} * {stride}, of {limit}");
            }
        }
    }
}

/// Runs an instruction on a variable of 12 registers from register 20 on, which hold 1000 * register + lane.
fn with_variable(instruction: Instruction, addresses: &[u32], lanes: u64) -> Warp<32> {
    let mut assembly = assemble_code(vec![instruction, Instruction::End], 40);
    assembly.lists = vec![VALUE, VALUE + 1, 25, 24];
    let layout = TypeLayout::Scalar(Scalar::F32);
    assembly.variables = vec![VariableSlot { name: "a".to_string(), first: 20, words: 12, layout, line: 1 }];
    let mut warp = start_warp::<32>(&assembly, addresses, lanes);
    for register in 20..40 {
        *warp.register_mut(register) = std::array::from_fn(|lane| 1000 * register + lane as u32);
    }
    run_to_end(&mut warp, &assembly, &SlotBindings::default(), &mut [], &mut (), u64::MAX);
    warp
}

fn local_patterns() -> [Vec<u32>; 5] {
    let mixed = (0..32)
        .map(|lane| if lane % 5 == 4 { OUT_OF_RANGE } else { lane * 7 % 13 })
        .collect();
    [vec![0; 32], vec![3; 32], vec![11; 32], mixed, vec![OUT_OF_RANGE; 32]]
}

#[test]
fn an_indexed_variable_is_read_by_lane() {
    for (addresses, lanes) in local_patterns()
        .iter()
        .flat_map(|addresses| MASKS.map(|lanes| (addresses, lanes)))
    {
        for (words, offset, to) in [(1, 0, RESULT), (2, 3, RESULT), (2, 1, 24)] {
            let load = Instruction::LoadLocal { variable: 0, words, to, address: ADDRESS, offset };
            let warp = with_variable(load, addresses, lanes);
            for lane in lanes_of(lanes, 32) {
                let first = u64::from(addresses[lane]) + u64::from(offset);
                for word in 0..u32::from(words) {
                    let inside = first + u64::from(words) <= 12;
                    let want = if inside { 1000 * (20 + first as u32 + word) + lane as u32 } else { 0 };
                    assert_eq!(warp.register(to + word)[lane], want, "{load:?}, lane {lane} of {addresses:?}");
                }
            }
        }
    }
}

#[test]
fn an_indexed_variable_is_written_by_lane() {
    for (addresses, lanes) in local_patterns()
        .iter()
        .flat_map(|addresses| MASKS.map(|lanes| (addresses, lanes)))
    {
        for (words, offset, list) in [(1, 0, 0), (2, 3, 0), (2, 4, 2)] {
            let store = Instruction::StoreLocal { variable: 0, words, list, address: ADDRESS, offset };
            let warp = with_variable(store, addresses, lanes);
            for lane in 0..32 {
                let mut want: Vec<u32> = (20..40).map(|register| 1000 * register + lane as u32).collect();
                let first = u64::from(addresses[lane]) + u64::from(offset);
                if lanes >> lane & 1 == 1 && first + u64::from(words) <= 12 {
                    // The second list contains two of the variable's own registers, with their old values.
                    let values = if list == 0 { [100, 200] } else { [25_000, 24_000] };
                    (0..usize::from(words)).for_each(|word| want[first as usize + word] = values[word] + lane as u32);
                }
                let got: Vec<u32> = (20..40).map(|register| warp.register(register)[lane]).collect();
                assert_eq!(got, want, "{store:?}, lane {lane} of {addresses:?}");
            }
        }
    }
}

#[test]
fn nothing_bound_is_nothing_there() {
    let load = Instruction::Load { memory: 5, words: 2, to: RESULT, address: ADDRESS, offset: 0 };
    let store = Instruction::Store { memory: 5, words: 2, list: 0, address: ADDRESS, offset: 0 };
    for instruction in [load, store] {
        let warp = run_one::<32>(instruction, &[0; 32], u64::MAX, &SlotBindings::default(), &mut []);
        assert_eq!(warp.register(RESULT), &[0; 32]);
    }
}
