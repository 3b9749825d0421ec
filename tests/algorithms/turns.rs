//! Turns of loops: llvmpipe ends the loops of an invocation behind 65,535 turns and says nothing, so every
//! way declares how many it takes.
//!
//! The emulator counts them. A way takes no more than it declares at any size, and at the largest size that
//! streams allow it declares no more than the machine runs, or refuses: the test of that algorithm shows
//! where.

use gristmill::algorithms::{FEW_TURNS, TABLE, Workload};
use gristmill::finding::Listening;
use gristmill::{Device, MachineChoice};

/// Inside a group, just below and above powers, and a size with several tiles.
const SIZES: [usize; 5] = [1, 257, 1_000, 4_097, 16_385];

#[test]
fn no_way_turns_more_often_than_it_declares() {
    let mut faults = Vec::new();
    for algorithm in TABLE {
        for rung in algorithm.ways() {
            let device = Device::choose(rung.era, MachineChoice::Emulator).unwrap();
            device.listen(Some(Listening::COUNTERS)).unwrap();
            for size in SIZES.into_iter().filter(|size| *size <= algorithm.size.max(1_024)) {
                let ran = (rung.prepare)(&device, &Workload::new(size, 3)).and_then(|mut trial| trial.run());
                let counted = device.counters().unwrap().most_turns() as usize;
                let declared = (rung.turns)(size);
                let name = format!("{}::{} of {size}", algorithm.name, rung.name);
                match ran {
                    Err(error) => faults.push(format!("{name}: {error}")),
                    Ok(()) if counted > declared => {
                        faults.push(format!("{name}: {counted} turns, {declared} declared"))
                    }
                    Ok(()) => {}
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A way whose turns grow with the size says so; one that says nothing stays far below the limit at every
/// size.
#[test]
fn what_is_not_declared_is_few() {
    const { assert!(FEW_TURNS * 8 < 65_535) };
    let growing = TABLE
        .iter()
        .flat_map(|algorithm| algorithm.ways())
        .filter(|rung| (rung.turns)(1 << 25) > FEW_TURNS);
    assert!(growing.count() > 0, "nothing declares turns that grow");
}
