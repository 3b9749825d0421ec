//! The row of the table: every rung, keeping about a third of the elements.

use super::*;
use crate::algorithms::{Algorithm, Check, Rung, Trial, Workload};

type Compact = fn(&Device, &Stream<u32>, &str) -> Result<Compacted<u32>>;

/// Whether a rung keeps the order, so that every place is compared; else the elements are compared as a set, both sorted.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    Kept,
    Lost,
}

fn trial(device: &Device, workload: &Workload, order: Order, rung: Compact) -> Result<Trial> {
    let numbers = workload.integers(0, 1000);
    let mut wanted = reference(&numbers, |number| number % 3 == 0);
    if order == Order::Lost {
        wanted.sort_unstable();
    }
    let (device, source) = (device.clone(), device.stream(&numbers)?);
    Ok(Trial::new(
        move || rung(&device, &source, "value % 3u == 0u"),
        move |kept| {
            let mut given = kept.read()?;
            if order == Order::Lost {
                given.sort_unstable();
            }
            Ok(Check { elements: numbers.len(), of: numbers.len(), ..Check::exact(&given, &wanted) })
        },
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "compact",
    part: "primitives",
    summary: "the elements that meet a condition, without gaps",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "scan, then each place searches for its element",
            source: "Horn 2005",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, fragment),
        },
        Rung {
            name: "fragment_blocked",
            era: Era::Fragment,
            method: "the same, scanned by a tree with families of eight",
            source: "fewer, fatter passes",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, fragment_blocked),
        },
        Rung {
            name: "fragment_pyramid",
            era: Era::Fragment,
            method: "counts up a tree, each place down it",
            source: "Ziegler et al. 2006",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, fragment_pyramid),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "chunks on a CPU, look-back on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, compute),
        },
        Rung {
            name: "compute_scan",
            era: Era::Compute,
            method: "scan, then each element to its place",
            source: "Blelloch 1990",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, compute_scan),
        },
        Rung {
            name: "compute_atomic",
            era: Era::Compute,
            method: "one counter hands out places, in no order",
            source: "OpenGL 4.3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Lost, compute_atomic),
        },
        Rung {
            name: "compute_atomic_group",
            era: Era::Compute,
            method: "a counter a group, then one, in no order",
            source: "OpenGL 4.3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Lost, compute_atomic_group),
        },
        Rung {
            name: "compute_chunks",
            era: Era::Compute,
            method: "one chunk a lane, three steps",
            source: "reduce-then-scan",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, compute_chunks),
        },
        Rung {
            name: "compute_lookback",
            era: Era::Compute,
            method: "one dispatch, tiles look back",
            source: "Merrill and Garland 2016",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, Order::Kept, compute_lookback),
        },
    ],
};
