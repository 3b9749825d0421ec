//! Experiments: a question to a device, and its answer in numbers.
//!
//! An algorithm computes something and is judged by it. An experiment measures: the cost of a read that must wait for
//! another one, the fastest group size. Its kernels are in the folder `experiments` of both kernel folders, a page of
//! the book asks the question, and `gristmill experiment NAME` asks it here.
//!
//! ```
//! use gristmill::experiments::Experiment;
//! use gristmill::{Device, Era};
//! let sizes = Experiment::find("group_sizes")?;
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let answer = (sizes.ask)(&device, true)?; // quickly
//! assert!(answer.wrong.is_empty(), "{:?}", answer.wrong);
//! assert!(!answer.tables.is_empty());
//! # Ok::<(), gristmill::Error>(())
//! ```

mod answer;
mod dependent_reads;
mod frequencies;
mod group_sizes;
mod paranoia;
mod probe;
mod roofline;
#[cfg(feature = "emulator")]
mod split;
mod stopwatch;
#[cfg(feature = "emulator")]
mod subgroups;
mod surfaces;

pub use answer::{Answer, Chart, Datum, Scale, Tabulation};
pub use roofline::Roof;
pub use stopwatch::Stopwatch;

use crate::{Device, Error, Result, nearest};

/// A question to a device.
///
/// ```
/// use gristmill::experiments::{Experiment, TABLE};
/// assert!(TABLE.iter().all(|experiment| experiment.question.ends_with('?')));
/// assert!(Experiment::find("group_size").unwrap_err().to_string().contains("group_sizes"));
/// ```
#[derive(Debug)]
pub struct Experiment {
    /// Its name, with which the names of its kernels begin.
    pub name: &'static str,
    /// The question.
    pub question: &'static str,
    /// The page of the book that asks it, from `book/src`.
    pub page: &'static str,
    /// Runs the experiment on a device: with `true` on few elements, which only shows that it works.
    ///
    /// # Errors
    /// [`Error::NoDevice`] if the device does not have the era of the question, [`Error::Limit`] if it has no room.
    pub ask: fn(&Device, bool) -> Result<Answer>,
}

/// All of them, in the order of the book.
///
/// ```
/// use gristmill::experiments::TABLE;
/// assert!(TABLE.iter().any(|experiment| experiment.name == "group_sizes"));
/// ```
pub const TABLE: &[Experiment] = &[
    Experiment {
        name: "probe",
        question: "What do a read and a write of each kind cost here?",
        page: "performance/probe.md",
        ask: probe::run_experiment,
    },
    Experiment {
        name: "group_sizes",
        question: "How many invocations should a group have?",
        page: "work_groups.md",
        ask: group_sizes::run_experiment,
    },
    Experiment {
        name: "dependent_reads",
        question: "What does a read cost that must wait for another one?",
        page: "performance/reads.md",
        ask: dependent_reads::run_experiment,
    },
    Experiment {
        name: "frequencies",
        question: "Where should the places of neighbours be computed?",
        page: "performance/frequencies.md",
        ask: frequencies::run_experiment,
    },
    Experiment {
        name: "surfaces",
        question: "What did it cost to read what was just drawn?",
        page: "performance/surfaces.md",
        ask: surfaces::run_experiment,
    },
    #[cfg(feature = "emulator")]
    Experiment {
        name: "split",
        question: "What does it cost to cut a long kernel into passes?",
        page: "performance/split.md",
        ask: split::run_experiment,
    },
    Experiment {
        name: "roofline",
        question: "How much must be calculated for each number read?",
        page: "performance/roofline.md",
        ask: roofline::run_experiment,
    },
    Experiment {
        name: "paranoia",
        question: "How does this machine round, and how did the cards?",
        page: "numbers/paranoia.md",
        ask: paranoia::run_experiment,
    },
    #[cfg(feature = "emulator")]
    Experiment {
        name: "subgroups",
        question: "What do subgroups save?",
        page: "subgroups.md",
        ask: subgroups::run_experiment,
    },
];

impl Experiment {
    /// Returns the experiment of this name.
    ///
    /// # Errors
    /// [`Error::Data`] with the nearest name.
    pub fn find(name: &str) -> Result<&'static Experiment> {
        TABLE.iter().find(|experiment| experiment.name == name).ok_or_else(|| {
            let names: Vec<_> = TABLE.iter().map(|experiment| experiment.name).collect();
            let meant = nearest(name, &names).map_or(String::new(), |name| format!("; did you mean {name}?"));
            Error::data(format!("unknown experiment {name}{meant}; expected one of {}", names.join(", ")))
        })
    }
}
