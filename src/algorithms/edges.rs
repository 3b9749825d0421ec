//! Ways that the table of algorithms does not go: inputs at the edge of what a kernel allows, and pictures.

mod drawn;
mod graphs;
mod images;
mod linear_algebra;
mod numbers;
mod pages;
mod pictures;
mod primitives;
mod simulations;
mod streams;
mod structures;

use crate::algorithms::{Check, FEW_TURNS, Rung, Trial, Workload};
use crate::{Device, Element, Era, Result, Stream};

/// The algorithm that it belongs to, and the way.
pub(super) type Further = (&'static str, Rung);

/// Part by part of the book.
pub(super) const FURTHER: &[&[Further]] = &[
    streams::RUNGS,
    images::RUNGS,
    primitives::RUNGS,
    linear_algebra::RUNGS,
    graphs::RUNGS,
    numbers::RUNGS,
    structures::RUNGS,
    simulations::RUNGS,
    drawn::RUNGS,
];

type Prepare = fn(&Device, &Workload) -> Result<Trial>;

const fn fragment(name: &'static str, prepare: Prepare) -> Rung {
    further(name, Era::Fragment, prepare)
}

const fn compute(name: &'static str, prepare: Prepare) -> Rung {
    further(name, Era::Compute, prepare)
}

const fn further(name: &'static str, era: Era, prepare: Prepare) -> Rung {
    Rung { name, era, method: "", cost: "", source: "", alias: None, turns: |_| FEW_TURNS, prepare }
}

/// The same machine in the era that is not judged: its kernels are right.
fn other_era(device: &Device) -> Result<Device> {
    device.with_era(if device.era() == Era::Fragment { Era::Compute } else { Era::Fragment })
}

/// A trial whose result must be exactly this.
fn exactly<T: Element + PartialEq + 'static>(
    run: impl FnMut() -> Result<Stream<T>> + 'static,
    wanted: Vec<T>,
) -> Result<Trial> {
    Ok(Trial::new(run, move |result: &Stream<T>| Ok(Check::exact(&result.read()?, &wanted))))
}
