//! Edge cases that the table of algorithms does not try: inputs at the limit of what a kernel allows, and pictures.

mod graphs;
mod graphs_2005;
mod images;
mod linear_algebra;
mod numbers;
mod pages;
mod photon_searches;
mod pictures;
mod primitives;
mod primitives_2005;
mod raster_pictures;
mod simulations;
mod streams;
mod structures;

use crate::algorithms::{Algorithm, Check, FEW_TURNS, Rung, Trial, Workload};
use crate::{Device, Element, Era, Result, Stream};

/// The name of an algorithm, and one of its rungs with an edge-case input.
type EdgeCase = (&'static str, Rung);

/// The edge cases, one list for each part of the book.
const EDGE_CASES: &[&[EdgeCase]] = &[
    streams::RUNGS,
    images::RUNGS,
    primitives::RUNGS,
    primitives_2005::RUNGS,
    linear_algebra::RUNGS,
    graphs::RUNGS,
    graphs_2005::RUNGS,
    numbers::RUNGS,
    structures::RUNGS,
    simulations::RUNGS,
    raster_pictures::RUNGS,
];

impl Algorithm {
    /// Returns the rungs on edge-case inputs, which no table shows: paths that never end, a single bin for all
    /// elements, numbers that are too large, pictures. Each is named after its rung and its input.
    ///
    /// ```
    /// let reduce = gristmill::algorithms::Algorithm::find("reduce")?;
    /// assert!(reduce.edges().any(|rung| rung.name == "fragment, of minima"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "emulator")))]
    pub fn edges(&self) -> impl Iterator<Item = &'static Rung> {
        let name = self.name;
        let all = EDGE_CASES.iter().flat_map(|part| part.iter());
        all.filter(move |(known, _)| *known == name).map(|(_, rung)| rung)
    }
}

type PrepareTrial = fn(&Device, &Workload) -> Result<Trial>;

const fn fragment_case(name: &'static str, prepare: PrepareTrial) -> Rung {
    edge_case(name, Era::Fragment, prepare)
}

const fn compute_case(name: &'static str, prepare: PrepareTrial) -> Rung {
    edge_case(name, Era::Compute, prepare)
}

const fn edge_case(name: &'static str, era: Era, prepare: PrepareTrial) -> Rung {
    Rung { name, era, method: "", cost: "", source: "", card: None, alias: None, turns: |_| FEW_TURNS, prepare }
}

/// Returns the same backend in the other era, whose kernels are known to be right.
fn other_era(device: &Device) -> Result<Device> {
    device.with_era(if device.era() == Era::Fragment { Era::Compute } else { Era::Fragment })
}

/// Builds a trial whose result must equal `wanted` exactly.
fn exact_trial<T: Element + PartialEq + 'static>(
    run: impl FnMut() -> Result<Stream<T>> + 'static,
    wanted: Vec<T>,
) -> Result<Trial> {
    Ok(Trial::new(run, move |result: &Stream<T>| Ok(Check::exact(&result.read()?, &wanted))))
}

/// Builds a trial whose result must match the other era's within `bound`.
fn cross_era_trial(
    device: &Device,
    bound: f64,
    numbers: impl Fn(&Device) -> Result<Vec<f32>> + 'static,
) -> Result<Trial> {
    let wanted = numbers(&other_era(device)?)?;
    let device = device.clone();
    Ok(Trial::new(move || numbers(&device), move |given: &Vec<f32>| Ok(Check::within(given, &wanted, bound))))
}
