//! The size that is printed is the size that ran: what a run's launches read, wrote and started grows as its
//! printed size does.

use crate::machine;
use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload};
use gristmill::{Device, Era, Trace};

/// The work of a run at one size.
struct Ran {
    /// The size that the tools print.
    printed: usize,
    /// Bytes read, bytes written, invocations started, over all launches.
    did: [usize; 3],
}

fn did(trace: &Trace) -> [usize; 3] {
    let sum = |of: &dyn Fn(&gristmill::trace::Launch) -> usize| trace.launches().map(of).sum();
    let bytes = |uses: &[gristmill::trace::Use]| uses.iter().map(|usage| usage.bytes).sum::<usize>();
    [sum(&|launch| bytes(&launch.inputs)), sum(&|launch| bytes(&launch.outputs)), sum(&|launch| launch.invocations)]
}

fn run(device: &Device, rung: &Rung, asked: usize) -> gristmill::Result<Ran> {
    let mut trial = (rung.prepare)(device, &Workload::new(asked, 1))?;
    let ((), trace) = device.trace(|| trial.run())?;
    Ok(Ran { printed: trial.size(asked), did: did(&trace) })
}

/// Two sizes for an algorithm, the second about four times the first and, where the algorithm is dear, over
/// its size on the tour.
fn sizes(algorithm: &Algorithm) -> [usize; 2] {
    let large = (algorithm.size + algorithm.size / 2).min(1 << 18);
    [large / 4, large]
}

/// Returns the reason why a run's size is not what it did; none where it is.
fn fault(small: &Ran, large: &Ran) -> Option<String> {
    let growth = large.printed as f64 / small.printed.max(1) as f64;
    // A tree or a square has an edge: half of the growth is enough to tell it from none.
    let enough =
        |before: usize, after: usize| after as f64 >= (1.0 + (growth - 1.0) / 2.0) * before as f64 && after > 0;
    let grew = small.did.iter().zip(large.did).any(|(before, after)| enough(*before, after));
    let Ran { printed, did } = large;
    let idle = did.iter().max().is_none_or(|most| most * 32 < *printed);
    if grew && !idle {
        return None;
    }
    Some(format!(
        "prints {} and {printed}, and does {:?} and {did:?} (bytes read, written; invocations)",
        small.printed, small.did
    ))
}

/// Returns what is wrong with the sizes that the ways of an era print.
fn find_size_faults(era: Era) -> Vec<String> {
    let Some(device) = machine::devices().into_iter().find(|device| device.era() == era) else { return vec![] };
    let mut faults = Vec::new();
    for algorithm in TABLE {
        if machine::is_slow(&device) && algorithm.size > 1 << 16 {
            continue; // the driver has run it
        }
        let [small, large] = sizes(algorithm);
        for rung in algorithm.ways().filter(|rung| rung.era == era) {
            let ran = run(&device, rung, small).and_then(|small| Ok((small, run(&device, rung, large)?)));
            let fault = match ran {
                Ok((small, large)) => fault(&small, &large),
                Err(error) => Some(error.to_string()),
            };
            faults.extend(fault.map(|fault| format!("{}::{}: {fault}", algorithm.name, rung.name)));
        }
    }
    faults
}

#[test]
fn sizes_of_the_fragment_era_are_what_ran() {
    let faults = find_size_faults(Era::Fragment);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn sizes_of_the_compute_era_are_what_ran() {
    let faults = find_size_faults(Era::Compute);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_capped_size_is_noticed() {
    let ran = |printed, did| Ran { printed, did };
    assert!(fault(&ran(1_000, [4_000, 4_000, 1_000]), &ran(4_000, [16_000, 16_000, 4_000])).is_none());
    assert!(fault(&ran(1_000, [4_000, 4_000, 1_000]), &ran(4_000, [4_000, 4_000, 1_000])).is_some());
    assert!(fault(&ran(1_000, [4_000, 4, 1_000]), &ran(4_000, [16_000, 4, 4_000])).is_none()); // a sum
    assert!(fault(&ran(100_000, [8, 8, 8]), &ran(400_000, [32, 32, 32])).is_some()); // far less than it says
}
