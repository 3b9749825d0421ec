//! A kernel file, the runs that may tell whether it is wrong, and which of them is asked first.

use super::driven::DRIVEN;
use super::{Probe, Swap, Verdict, probes, run};
use crate::Era;
use crate::kernel::swapped::Bounds;
use std::path::{Path, PathBuf};

/// A file that several algorithms include is judged by so many of the runs that use it.
const SHARED: usize = 60;

/// A kernel file, or one that kernels include, and the runs that use it.
pub(super) struct File {
    /// `scan.frag`.
    pub name: String,
    /// Whose kernels use it; those of the fragment era, where both do.
    pub era: Era,
    pub text: String,
    probes: Vec<(&'static Probe, usize)>,
}

impl File {
    /// The kind of file: `frag`.
    pub fn ending(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or("")
    }

    /// How long all runs take together.
    pub fn time(&self) -> f64 {
        self.probes.iter().map(|(probe, _)| probe.time.as_secs_f64()).sum()
    }

    /// The text, and as the ways of [`DRIVEN`] have it.
    pub fn ways(&self, text: &str) -> Vec<String> {
        let mut ways = vec![text.to_string()];
        for (_, pieces) in DRIVEN.iter().filter(|(name, _)| *name == self.name) {
            ways.push(pieces.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to)));
        }
        ways
    }

    /// The first run that goes wrong with that text, or that nothing does. What told most of the mutants before, in little time, is
    /// asked first.
    pub fn judge(&mut self, text: &str) -> Verdict {
        let worth = |(probe, seen): &(&Probe, usize)| (*seen as f64 + 0.25) / probe.time.as_secs_f64();
        self.probes.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        for way in self.ways(text) {
            for (probe, seen) in &mut self.probes {
                // A wrong kernel may do more than a right one, but not without end.
                let bounds = Bounds { launches: 4 * probe.launches + 64, ..super::BOUNDS };
                let swap = Swap { era: self.era, file: &self.name, text: &way };
                let (verdict, _) = run(probe.rung, probe.size, bounds, Some(swap));
                if verdict != Verdict::Right {
                    *seen += 1;
                    return verdict;
                }
            }
        }
        Verdict::Right
    }
}

/// Files that no run of the emulator uses, and why.
const UNUSED: &[(&str, &str)] = &[
    ("cover.vert", "the emulator covers the viewport without vertices"),
    ("addressing.glsl", "tests/addressing.rs runs it in kernels of its own"),
];

/// Every kernel file and every include file of both eras, with the runs that use it.
pub(super) fn files() -> Vec<File> {
    let mut files = Vec::new();
    for (path, eras) in paths() {
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let chosen = super::chosen().is_none_or(|chosen| chosen.iter().any(|chosen| name.starts_with(&**chosen)));
        if !chosen || UNUSED.iter().any(|(unused, _)| *unused == name) {
            continue;
        }
        let used = eras.iter().map(|era| (*era, of(&name, *era)));
        let used = used.into_iter().find(|(_, probes)| !probes.is_empty());
        let Some((era, probes)) = used else { panic!("no rung runs {name}") };
        let text = std::fs::read_to_string(path).unwrap();
        files.push(File { name, era, text, probes: probes.into_iter().map(|probe| (probe, 0)).collect() });
    }
    files
}

/// The runs that use a file: those of the algorithm whose name it has, or else of any.
fn of(name: &str, era: Era) -> Vec<&'static Probe> {
    // Only tiles that look back, and bins that fill shared memory, are so large.
    let tiled = name.starts_with("scan") || name.starts_with("histogram_shared") || name.contains("look");
    let large = era == Era::Compute && tiled;
    let uses = |probe: &&Probe| probe.files.contains(&(era, name.to_string())) && (large || probe.size <= 5_000);
    let mut using: Vec<_> = probes().iter().filter(uses).collect();
    using.sort_by_key(|probe| probe.time);
    let own: Vec<_> = using
        .iter()
        .copied()
        .filter(|probe| name.starts_with(probe.algorithm))
        .collect();
    if !own.is_empty() {
        return own;
    }
    using.truncate(SHARED);
    using
}

/// The kernel files and the include files, and the eras that they are for.
fn paths() -> Vec<(PathBuf, &'static [Era])> {
    let below = |folder: PathBuf| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = below(root.join("kernel_includes")).map(|path| (path, &Era::ALL[..])).collect();
    for (folder, eras) in [("fragment_kernels", &[Era::Fragment]), ("compute_kernels", &[Era::Compute])] {
        let parts = below(root.join(folder));
        paths.extend(parts.flat_map(below).map(|path| (path, &eras[..])));
    }
    paths
}
