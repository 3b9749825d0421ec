//! Dispatch indirect beyond the table: paths that are published, paths that never end, and who waits for
//! whom.

use crate::machine::device;
use gristmill::algorithms::dispatch_indirect::{self, LIMIT, NEVER, ROUNDS, STEPS, reference};
use gristmill::trace::{Event, Trace, Transfer};
use gristmill::{Device, Era, Result, Stream};

type Rung = (&'static str, Era, fn(&Device, &Stream<u32>) -> Result<Stream<u32>>);

const RUNGS: [Rung; 5] = [
    ("fragment", Era::Fragment, dispatch_indirect::fragment),
    ("fragment_when", Era::Fragment, dispatch_indirect::fragment_when),
    ("compute", Era::Compute, dispatch_indirect::compute),
    ("compute_readback", Era::Compute, dispatch_indirect::compute_readback),
    ("compute_alone", Era::Compute, dispatch_indirect::compute_alone),
];

fn rung(name: &str) -> Rung {
    RUNGS.into_iter().find(|rung| rung.0 == name).unwrap()
}

/// The rung's result, if the machine has its era, and what it did.
fn traced((_, era, rung): Rung, numbers: &[u32]) -> Option<(Vec<u32>, Trace)> {
    let device = device(era)?;
    let source = device.stream(numbers).unwrap();
    let (result, trace) = device.trace(|| rung(&device, &source)).unwrap();
    Some((result.read().unwrap(), trace))
}

/// Numbers with their steps: https://oeis.org/A006577, and the longest below 10^3 to 10^6
/// (https://oeis.org/A284668).
const PUBLISHED: [(u32, u32); 14] = [
    (1, 0),
    (2, 1),
    (3, 7),
    (6, 8),
    (7, 16),
    (9, 19),
    (16, 4),
    (27, 111),
    (97, 118),
    (871, 178),
    (6171, 261),
    (77_031, 350),
    (837_799, 524),
    (1 << 31, 31),
];

#[test]
fn published_paths() {
    let (numbers, steps): (Vec<u32>, Vec<u32>) = PUBLISHED.into_iter().unzip();
    assert_eq!(reference(&numbers), steps);
    for rung in RUNGS {
        let Some((given, _)) = traced(rung, &numbers) else { continue };
        assert_eq!(given, steps, "{}", rung.0);
    }
}

#[test]
fn paths_that_never_end() {
    // 0 stays 0; 159487 is the least number whose path leaves 32 bits; the largest number that may be tripled
    // is even less than three times.
    let numbers = [0, 159_487, u32::MAX, 1_431_655_765, 1_431_655_764, 5, 0];
    let wanted = reference(&numbers);
    assert_eq!(wanted[..4], [NEVER; 4]);
    assert_eq!(wanted[5..], [5, NEVER]);
    for rung in RUNGS {
        let Some((given, _)) = traced(rung, &numbers) else { continue };
        assert_eq!(given, wanted, "{}", rung.0);
    }
    assert!(
        (1..159_487)
            .collect::<Vec<_>>()
            .chunks(40_000)
            .all(|some| !reference(some).contains(&NEVER))
    );
    assert_eq!(LIMIT, STEPS * ROUNDS - 1);
}

#[test]
fn nothing_to_do_is_right_too() {
    for rung in RUNGS {
        for numbers in [vec![], vec![1], vec![1; 1000], vec![0]] {
            let Some((given, _)) = traced(rung, &numbers) else { continue };
            assert_eq!(given, reference(&numbers), "{} of {}", rung.0, numbers.len());
        }
    }
}

fn reads(trace: &Trace) -> usize {
    let read = |event: &&Event| matches!(event, Event::Transfer { transfer: Transfer::Read, .. });
    trace.events.iter().filter(read).count()
}

#[test]
fn the_host_waits_for_no_length_that_the_device_knows() {
    let numbers: Vec<u32> = (0..5000).collect(); // 261 steps at most below 6171, so nine rounds
    let longest = reference(&numbers).into_iter().filter(|steps| *steps != NEVER).max().unwrap();
    let rounds = longest.div_ceil(STEPS) as usize;
    if let Some((_, trace)) = traced(rung("compute"), &numbers) {
        assert_eq!(reads(&trace), 0);
        assert_eq!(trace.passes(), 2 * ROUNDS as usize + 2);
        // The counts that launch a round are made visible to the launch.
        let launches = |event: &&Event| matches!(event, Event::Barrier { names, .. } if names.contains(&"COMMAND"));
        assert_eq!(trace.events.iter().filter(launches).count(), ROUNDS as usize);
        let decided = trace.launches().filter(|launch| launch.groups.is_none()).count();
        assert_eq!(decided, ROUNDS as usize, "launched by sizes that the host does not know");
    }
    if let Some((_, trace)) = traced(rung("compute_readback"), &numbers) {
        assert_eq!(reads(&trace), rounds);
        assert_eq!(trace.passes(), rounds + 2);
    }
    if let Some((_, trace)) = traced(rung("fragment"), &numbers) {
        assert_eq!(trace.passes(), 2 * rounds + 2);
    }
    if let Some((_, trace)) = traced(rung("fragment_when"), &numbers) {
        assert_eq!(reads(&trace), 0);
        assert_eq!(trace.passes(), 2 * ROUNDS as usize + 2);
    }
}

#[test]
fn any_shape() {
    let numbers: Vec<u32> = (0..37 * 13).collect();
    for (name, era, rung) in RUNGS {
        let Some(device) = device(era) else { continue };
        let result = rung(&device, &device.stream_of([37, 13], &numbers).unwrap()).unwrap();
        assert_eq!(result.shape(), [37, 13].into(), "{name}");
        assert_eq!(result.read().unwrap(), reference(&numbers), "{name}");
    }
}
