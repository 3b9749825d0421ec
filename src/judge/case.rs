//! The cases of an algorithm: its ways and its edge-case inputs, each at several sizes; and its dispatches with
//! random schedules.

use crate::algorithms::{Algorithm, Rung, Workload};
use gristmill_base::era::Era;
use gristmill_machine::DeviceKind;
use std::hash::{Hash, Hasher};

/// Sizes that end inside a group, inside a vector of four and inside a word; one that ends with a row of its texture,
/// which is not a square; the last has several tiles of scan_lookback.comp.
const CASE_SIZES: [usize; 9] = [0, 1, 3, 43, 255, 992, 1_000, 4_097, 16_385];

/// Algorithms whose work grows faster than their size, with the sizes used instead: the larger ones would take more
/// time than all other algorithms together.
const SLOW_ALGORITHM_SIZES: [(&str, &[usize]); 5] = [
    ("boids", &[0, 1, 3, 43, 255, 992, 1_000, 4_097]),
    ("nbody", &[0, 1, 3, 43, 255, 992, 1_000, 4_097]),
    ("photon_map", &[0, 3, 43, 1_000]),
    ("ray_grid", &[0, 1, 43, 255, 1_000]),
    ("level_set", &[0, 1, 43, 255, 1_000]),
];

/// Seed of the inputs of every case.
const WORKLOAD_SEED: u32 = 7;

/// Seed of random schedules.
const SCHEDULE_SEED: u64 = 7;

/// A way of an algorithm, or an edge-case input, at one size.
///
/// ```
/// use gristmill::algorithms::Algorithm;
/// use gristmill::judge::cases;
/// let scan = Algorithm::find("scan")?;
/// let (at_the_edge, ways): (Vec<_>, Vec<_>) = cases(scan).partition(|case| case.at_the_edge);
/// let (drawn_by_lot, in_order): (Vec<_>, Vec<_>) = ways.into_iter().partition(|case| case.turns.is_some());
/// assert_eq!(in_order.len(), 9 * scan.ways().count());
/// assert!(drawn_by_lot.iter().any(|case| case.name() == "compute_lookback of 16385, in random turns"));
/// assert!(at_the_edge.iter().any(|case| case.name() == "fragment_blocked, of rows of three, of 43"));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Case {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// The way, or the way and its input.
    pub rung: &'static Rung,
    /// The number of elements.
    pub size: usize,
    /// True if the input is an edge case outside of the algorithm's table.
    pub at_the_edge: bool,
    /// The seed of a random schedule of the emulator's warps and groups, if they do not run one after the other: a
    /// kernel whose groups wait for each other then takes paths that it otherwise takes only on a busy device.
    pub turns: Option<u64>,
}

impl Case {
    /// Returns the rung and the size: `fragment of 43`.
    pub fn name(&self) -> String {
        let comma = if self.rung.name.contains(',') { "," } else { "" };
        let turns = if self.turns.is_some() { ", in random turns" } else { "" };
        format!("{}{comma} of {}{turns}", self.rung.name, self.size)
    }

    /// Returns its workload.
    pub(super) fn workload(&self) -> Workload {
        Workload::new(self.size, WORKLOAD_SEED)
    }

    /// Returns the same work by the plain rung of the other era.
    pub(crate) fn in_other_era(&self, kind: DeviceKind) -> Option<Case> {
        let era = if self.rung.era == Era::Fragment { Era::Compute } else { Era::Fragment };
        let rung = self.algorithm.plain(era, kind)?;
        Some(Case { rung, at_the_edge: false, turns: None, ..*self })
    }

    /// Returns the identity of the case: one way at one size is one case.
    fn identity_key(&self) -> (&'static str, &'static str, Era, usize, bool, Option<u64>) {
        (self.algorithm.name, self.rung.name, self.rung.era, self.size, self.at_the_edge, self.turns)
    }
}

impl PartialEq for Case {
    fn eq(&self, other: &Case) -> bool {
        self.identity_key() == other.identity_key()
    }
}

impl Eq for Case {}

impl Hash for Case {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity_key().hash(state);
    }
}

/// Returns the cases of an algorithm: its ways, then its edge-case inputs, each at sizes from 0 on. A way of the
/// compute era has one more, at its largest size.
pub fn cases(algorithm: &'static Algorithm) -> impl Iterator<Item = Case> {
    let dear = SLOW_ALGORITHM_SIZES.iter().find(|(dear, _)| *dear == algorithm.name);
    let sizes = dear.map_or(&CASE_SIZES[..], |(_, sizes)| sizes);
    let ways = algorithm.ways().map(|rung| (rung, false));
    let edges = algorithm.edges().map(|rung| (rung, true));
    ways.chain(edges).flat_map(move |(rung, at_the_edge)| {
        let plain = sizes.iter().map(|&size| (size, None));
        let drawn =
            (rung.era == Era::Compute && !at_the_edge).then_some(sizes.last().map(|&size| (size, Some(SCHEDULE_SEED))));
        let all = plain.chain(drawn.flatten());
        all.map(move |(size, turns)| Case { algorithm, rung, size, at_the_edge, turns })
    })
}
