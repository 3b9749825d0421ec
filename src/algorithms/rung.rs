//! Algorithms and their rungs, as the tools see them; [`rungs!`] declares both.

use super::{Trial, Workload};
use crate::{Device, DeviceKind, Era, Error, Profile, Result, nearest};

/// An algorithm, as the tools see it.
///
/// ```
/// use gristmill::Era;
/// use gristmill::algorithms::{Algorithm, TABLE};
/// let saxpy: &Algorithm = &TABLE[0];
/// assert_eq!((saxpy.name, saxpy.part), ("saxpy", "streams"));
/// assert_eq!(saxpy.of_era(Era::Fragment).count() + saxpy.of_era(Era::Compute).count(), saxpy.rungs.len());
/// assert_eq!(saxpy.ways().count(), 5);
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Algorithm {
    /// Name of the algorithm and of its files.
    pub name: &'static str,
    /// Part of the book, and the folder, that the algorithm belongs to.
    pub part: &'static str,
    /// One line that says what it computes.
    pub summary: &'static str,
    /// Size in elements that the tour uses if no input sets one.
    pub size: usize,
    /// Every way to compute it, oldest first; the eras' functions use those named `fragment` and `compute`.
    pub rungs: &'static [Rung],
}

/// One way to compute an algorithm.
///
/// ```
/// use gristmill::algorithms::{Algorithm, FEW_TURNS, Rung, Workload};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let saxpy: &Rung = &Algorithm::find("saxpy")?.rungs[0];
/// assert_eq!((saxpy.name, (saxpy.turns)(1 << 20)), ("fragment", FEW_TURNS));
/// let mut trial = (saxpy.prepare)(&device, &Workload::new(100, 1))?;
/// assert!(trial.check()?.passed());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Rung {
    /// The function's name: `fragment`, `compute`, or a variant as `compute_atomic`.
    pub name: &'static str,
    /// Era in which it runs.
    pub era: Era,
    /// Its method, in a few words.
    pub method: &'static str,
    /// Number of passes or dispatches, and the cost per element.
    pub cost: &'static str,
    /// Publication that describes it.
    pub source: &'static str,
    /// Oldest card that runs its kernels unchanged; `None` in the compute era.
    pub card: Option<&'static str>,
    /// Rungs that this name stands for, by kind of device. An alias is shown, but not counted as a way of its own.
    pub alias: Option<Alias>,
    /// Upper bound of loop turns per invocation, by number of elements.
    pub turns: fn(usize) -> usize,
    /// Uploads a workload and returns a trial that runs and checks the rung.
    pub prepare: fn(&Device, &Workload) -> Result<Trial>,
}

/// The rungs that an alias stands for.
///
/// ```
/// use gristmill::DeviceKind;
/// use gristmill::algorithms::{Algorithm, Alias};
/// let aliases: Vec<Alias> = Algorithm::find("scan")?.rungs.iter().filter_map(|rung| rung.alias).collect();
/// assert_eq!(aliases[0].on(DeviceKind::Cpu), "compute_chunks");
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Alias {
    /// Rung on a CPU that plays a GPU.
    pub cpu: &'static str,
    /// Rung on a GPU, and on the emulator.
    pub gpu: &'static str,
}

impl Alias {
    /// Returns the rung for that kind of device.
    pub fn on(&self, kind: DeviceKind) -> &'static str {
        match kind {
            DeviceKind::Cpu => self.cpu,
            DeviceKind::Gpu | DeviceKind::Emulator => self.gpu,
        }
    }
}

/// Default bound of loop turns per invocation, for any size.
///
/// ```
/// use gristmill::algorithms::{Algorithm, FEW_TURNS};
/// assert_eq!((Algorithm::find("saxpy")?.rungs[0].turns)(1_000_000), FEW_TURNS);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub const FEW_TURNS: usize = 4_096;

impl Rung {
    /// Returns true if a card can run its kernels unchanged: it is no older than [`Rung::card`]. Of profiles that are
    /// not a card nothing is known, and the result is true.
    ///
    /// ```
    /// use gristmill::{Profile, algorithms::Algorithm};
    /// let saxpy = Algorithm::find("saxpy")?;
    /// let taken: Vec<&str> = saxpy
    ///     .rungs
    ///     .iter()
    ///     .filter(|rung| rung.is_for(Profile::named("radeon-9700").unwrap()))
    ///     .map(|rung| rung.name)
    ///     .collect();
    /// assert_eq!(taken, ["fragment_2005"]);
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn is_for(&self, card: &Profile) -> bool {
        match (self.card.and_then(find_age), find_age(card.name)) {
            (Some(own), Some(given)) => own <= given,
            (None, _) => false,
            (_, None) => true,
        }
    }
}

/// Returns the place of a card among all profiles, the oldest first.
fn find_age(name: &str) -> Option<usize> {
    Profile::all().iter().position(|profile| profile.name == name)
}

impl Algorithm {
    /// Finds the algorithm of that name.
    ///
    /// # Errors
    /// [`crate::Error::Data`] with the most similar name.
    ///
    /// ```
    /// assert_eq!(gristmill::algorithms::Algorithm::find("saxpy")?.name, "saxpy");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn find(name: &str) -> Result<&'static Algorithm> {
        super::TABLE.iter().find(|algorithm| algorithm.name == name).ok_or_else(|| {
            let names: Vec<_> = super::TABLE.iter().map(|algorithm| algorithm.name).collect();
            Error::data(match nearest(name, &names) {
                Some(near) => format!("algorithm {name} not found; did you mean {near}? `gristmill list` shows all"),
                None => format!("algorithm {name} not found; `gristmill list` shows all {}", names.len()),
            })
        })
    }

    /// Returns its rungs of one era.
    pub fn of_era(&self, era: Era) -> impl Iterator<Item = &'static Rung> {
        self.rungs.iter().filter(move |rung| rung.era == era)
    }

    /// Returns the rung that an era's function uses on a kind of device: the rung named after the era, or the one that
    /// this name is an alias for.
    ///
    /// ```
    /// use gristmill::{DeviceKind, Era, algorithms::Algorithm};
    /// let scan = Algorithm::find("scan")?;
    /// assert_eq!(scan.plain(Era::Compute, DeviceKind::Cpu).map(|rung| rung.name), Some("compute_chunks"));
    /// assert_eq!(scan.plain(Era::Fragment, DeviceKind::Cpu).map(|rung| rung.name), Some("fragment"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn plain(&self, era: Era, kind: DeviceKind) -> Option<&'static Rung> {
        let rung = self.find_rung(era, &era.to_string())?;
        rung.alias.map_or(Some(rung), |alias| self.find_rung(era, alias.on(kind)))
    }

    /// Finds the rung of an era by its name.
    fn find_rung(&self, era: Era, name: &str) -> Option<&'static Rung> {
        self.of_era(era).find(|rung| rung.name == name)
    }

    /// Returns its ways: the rungs that are not aliases of others.
    pub fn ways(&self) -> impl Iterator<Item = &'static Rung> {
        self.rungs.iter().filter(|rung| rung.alias.is_none())
    }
}

/// The default for the oldest card that runs a rung's kernels: kernels of OpenGL 3.3 need integers.
pub(super) const fn oldest_card(era: Era) -> Option<&'static str> {
    match era {
        Era::Fragment => Some("geforce-8800"),
        Era::Compute => None,
    }
}

/// Returns the text between the `n`-th `::` of a path and the next.
pub(super) const fn segment(path: &'static str, n: usize) -> &'static str {
    let bytes = path.as_bytes();
    let mut start = 0;
    let mut seen = 0;
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b':' {
            if seen == n {
                break;
            }
            seen += 1;
            at += 1; // the second colon
            start = at + 1;
        }
        at += 1;
    }
    path.split_at(at).0.split_at(start).1
}

/// Returns the era in which a rung of that name runs.
pub(super) const fn era_of(name: &str) -> Era {
    if name.as_bytes()[0] == b'f' { Era::Fragment } else { Era::Compute }
}

/// Declares the rungs of an algorithm, one per line: the function, its method, its cost, its publication.
///
/// ```text
/// rungs! {
///     "what it computes", 1 << 20, trial;          // the size on the tour, and how a rung is tried
///     fragment: "how", "3 passes, 12 bytes per element", "who 2005";
///     fragment_2005: "how", "3 passes, 12 bytes per element", "who 2005", on "radeon-9700";
///     compute_chunks: "how", "1 dispatch", "who 2012", turns |n| n / 256, by |device, workload| ...;
///     compute_lookback: "how", "1 dispatch", "who 2016";
///     => compute: compute_chunks on a CPU, compute_lookback on a GPU;
/// }
/// ```
///
/// `on` names the oldest card that runs the rung, if that is older than OpenGL 3.3; `by` prepares a rung that `trial`
/// cannot; `turns` bounds its loops if they grow with the size. The lines after `=>` declare aliases. Name and part are
/// those of the module. The result is the module's `ALGORITHM`; `table!()` is the same as a table, for the module's
/// documentation.
macro_rules! rungs {
    (@prepare $trial:ident $rung:ident) => { |device, workload| $trial(device, workload, $rung) };
    (@prepare $trial:ident $rung:ident $prepare:expr) => { $prepare };
    (@card $rung:ident) => { $crate::algorithms::rung::oldest_card($crate::algorithms::rung::era_of(stringify!($rung))) };
    (@card $rung:ident $card:literal) => { Some($card) };
    (@turns) => { |_| $crate::algorithms::FEW_TURNS };
    (@turns $turns:expr) => { $turns };
    (
        $summary:literal, $size:expr, $trial:ident;
        $($rung:ident: $method:literal, $cost:literal, $source:literal
            $(, on $card:literal)? $(, turns $turns:expr)? $(, by $prepare:expr)?;)+
        $(=> $alias:ident: $cpu:ident on a CPU, $gpu:ident on a GPU $(, by $alias_prepare:expr)?;)*
    ) => {
        macro_rules! table {
            () => {
                concat!(
                    "| rung | method | passes and cost | source |\n|---|---|---|---|\n",
                    $("| [`", stringify!($rung), "`] | ", $method, " | ", $cost, " | ", $source, " |\n",)+
                    $("| [`", stringify!($alias), "`] | ", stringify!($cpu), " on a CPU, ", stringify!($gpu), " on a GPU | | |\n",)*
                )
            };
        }
        pub(crate) use table;

        pub(in crate::algorithms) const ALGORITHM: $crate::algorithms::Algorithm = $crate::algorithms::Algorithm {
            name: $crate::algorithms::rung::segment(module_path!(), 3),
            part: $crate::algorithms::rung::segment(module_path!(), 2),
            summary: $summary,
            size: $size,
            rungs: &[
                $($crate::algorithms::Rung {
                    name: stringify!($rung),
                    era: $crate::algorithms::rung::era_of(stringify!($rung)),
                    method: $method,
                    cost: $cost,
                    source: $source,
                    card: rungs!(@card $rung $($card)?),
                    alias: None,
                    turns: rungs!(@turns $($turns)?),
                    prepare: rungs!(@prepare $trial $rung $($prepare)?),
                },)+
                $($crate::algorithms::Rung {
                    name: stringify!($alias),
                    era: $crate::algorithms::rung::era_of(stringify!($alias)),
                    method: concat!(stringify!($cpu), " on a CPU, ", stringify!($gpu), " on a GPU"),
                    cost: "",
                    source: "",
                    card: rungs!(@card $alias),
                    alias: Some($crate::algorithms::Alias { cpu: stringify!($cpu), gpu: stringify!($gpu) }),
                    turns: |_| 0, // those of the rungs it stands for
                    prepare: rungs!(@prepare $trial $alias $($alias_prepare)?),
                },)*
            ],
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_names_its_algorithm() {
        let path = "gristmill::algorithms::primitives::scan";
        assert_eq!([0, 1, 2, 3].map(|n| segment(path, n)), ["gristmill", "algorithms", "primitives", "scan"]);
    }

    #[test]
    fn an_alias_stands_for_rungs() {
        for algorithm in crate::algorithms::TABLE {
            for rung in algorithm.rungs {
                let Some(alias) = rung.alias else { continue };
                for kind in [DeviceKind::Cpu, DeviceKind::Gpu, DeviceKind::Emulator] {
                    let name = alias.on(kind);
                    let known = algorithm.ways().any(|way| way.name == name && way.era == rung.era);
                    assert!(known, "{}::{} stands for {name}, which is no rung", algorithm.name, rung.name);
                }
            }
        }
    }
}
