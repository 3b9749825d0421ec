//! Inputs that the table of algorithms does not try: those at the edge of what a kernel allows, and pictures.

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

/// The algorithm that it belongs to, and the way with its input.
type Edge = (&'static str, Rung);

/// Part by part of the book.
const EDGES: &[&[Edge]] = &[
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

/// Those of an algorithm.
pub(super) fn of(algorithm: &str) -> impl Iterator<Item = &'static Rung> {
    let all = EDGES.iter().flat_map(|part| part.iter());
    all.filter(move |(known, _)| *known == algorithm).map(|(_, rung)| rung)
}

type Prepare = fn(&Device, &Workload) -> Result<Trial>;

const fn fragment(name: &'static str, prepare: Prepare) -> Rung {
    edge(name, Era::Fragment, prepare)
}

const fn compute(name: &'static str, prepare: Prepare) -> Rung {
    edge(name, Era::Compute, prepare)
}

const fn edge(name: &'static str, era: Era, prepare: Prepare) -> Rung {
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
