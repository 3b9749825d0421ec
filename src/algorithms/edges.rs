//! Inputs that the table of algorithms does not try: those at the edge of what a kernel allows, and pictures.

mod drawn;
mod graphs;
mod images;
mod linear_algebra;
mod numbers;
mod pages;
mod pictures;
mod primitives;
mod primitives_2005;
mod simulations;
mod streams;
mod structures;

use crate::algorithms::{Algorithm, Check, FEW_TURNS, Rung, Trial, Workload};
use crate::{Device, Element, Era, Result, Stream};

/// The algorithm that it belongs to, and the way with its input.
type Edge = (&'static str, Rung);

/// Part by part of the book.
const EDGES: &[&[Edge]] = &[
    streams::RUNGS,
    images::RUNGS,
    primitives::RUNGS,
    primitives_2005::RUNGS,
    linear_algebra::RUNGS,
    graphs::RUNGS,
    numbers::RUNGS,
    structures::RUNGS,
    simulations::RUNGS,
    drawn::RUNGS,
];

impl Algorithm {
    /// Its ways on inputs at the edge of what they allow, which no table shows: paths that never end, one bin
    /// for all, numbers that are too large, pictures. Each is named for its way and its input.
    ///
    /// ```
    /// let reduce = gristmill::algorithms::Algorithm::find("reduce")?;
    /// assert!(reduce.edges().any(|rung| rung.name == "fragment, of minima"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "emulator")))]
    pub fn edges(&self) -> impl Iterator<Item = &'static Rung> {
        let name = self.name;
        let all = EDGES.iter().flat_map(|part| part.iter());
        all.filter(move |(known, _)| *known == name).map(|(_, rung)| rung)
    }
}

type Prepare = fn(&Device, &Workload) -> Result<Trial>;

const fn fragment(name: &'static str, prepare: Prepare) -> Rung {
    edge(name, Era::Fragment, prepare)
}

const fn compute(name: &'static str, prepare: Prepare) -> Rung {
    edge(name, Era::Compute, prepare)
}

const fn edge(name: &'static str, era: Era, prepare: Prepare) -> Rung {
    Rung { name, era, method: "", cost: "", source: "", card: None, alias: None, turns: |_| FEW_TURNS, prepare }
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

/// Numbers as the other era has them.
fn alike(device: &Device, bound: f64, numbers: impl Fn(&Device) -> Result<Vec<f32>> + 'static) -> Result<Trial> {
    let (wanted, device) = (numbers(&other_era(device)?)?, device.clone());
    let check = move |given: &Vec<f32>| Ok(Check::within(given, &wanted, bound));
    Ok(Trial::new(move || numbers(&device), check))
}
