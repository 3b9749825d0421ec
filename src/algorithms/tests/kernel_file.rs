//! A kernel file, the runs that may reveal a mistake in it, and their order.

use super::forced_paths::FORCED_PATHS;
use super::{BaselineRun, MutantVerdict, baseline_runs};
use crate::Era;
use crate::judge::Case;
use crate::kernels::Edits;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Number of runs that judge a file which several algorithms include.
const SHARED: usize = 60;

/// Sizes at which such a file takes all its branches in little time.
const MIDDLE: [usize; 4] = [43, 255, 992, 1_000];

/// A kernel file, or one that kernels include, and the runs that use it.
pub(super) struct KernelFile {
    /// `scan.frag`.
    pub name: String,
    /// Path from the root of the crate.
    path: String,
    pub text: String,
    /// True if it is for the compute era alone.
    pub compute: bool,
    uses: Vec<FileUse>,
}

/// A run that uses a file.
struct FileUse {
    probe: &'static BaselineRun,
    /// Era of the kernels in which the file is replaced.
    era: Era,
    /// Number of mutants that this run has revealed.
    told: usize,
}

impl FileUse {
    /// Expected yield of the run: mutants revealed per second.
    fn expected_yield(&self) -> f64 {
        (self.told as f64 + 0.25) / self.probe.time.as_secs_f64()
    }
}

impl KernelFile {
    /// Returns the time of all runs together, in seconds.
    pub fn total_seconds(&self) -> f64 {
        self.uses.iter().map(|used| used.probe.time.as_secs_f64()).sum()
    }

    /// Returns true if any run uses the file.
    pub fn is_used(&self) -> bool {
        !self.uses.is_empty()
    }

    /// Returns the text, and its edits by [`FORCED_PATHS`].
    pub fn text_variants(&self, text: &str) -> Vec<String> {
        let mut ways = vec![text.to_string()];
        for (_, pieces) in FORCED_PATHS.iter().filter(|(name, _)| *name == self.name) {
            ways.push(pieces.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to)));
        }
        ways
    }

    /// Runs at most `most` of the runs with that text, and returns the first verdict that is not right. Runs that
    /// revealed many mutants in little time come first.
    pub fn judge_text(&mut self, text: &str, most: usize) -> MutantVerdict {
        self.uses.sort_by(|a, b| b.expected_yield().total_cmp(&a.expected_yield()));
        for way in self.text_variants(text) {
            for FileUse { probe, era, told } in self.uses.iter_mut().take(most) {
                let edits = Edits::default().file(&self.path, way.clone()).unwrap().of_era(*era);
                let verdict = probe.run_with_edits(&edits);
                if verdict != MutantVerdict::Right {
                    *told += 1;
                    return verdict;
                }
            }
        }
        MutantVerdict::Right
    }
}

/// Files that other tests judge, or that no run of the emulator uses.
const JUDGED_ELSEWHERE: &[(&str, &str)] = &[
    ("cover.vert", "the emulator covers the viewport without vertices"),
    ("addressing.glsl", "tests/library/addressing_on_device.rs asks each of its functions for every index"),
];

/// Returns every kernel file and every include file of both eras, with the runs that use it.
pub(super) fn kernel_files() -> Vec<KernelFile> {
    let mut files = Vec::new();
    for (path, eras) in kernel_paths() {
        let name = path.file_name().unwrap().to_str().unwrap().to_string();
        let chosen =
            super::selected_names().is_none_or(|chosen| chosen.iter().any(|chosen| name.starts_with(&**chosen)));
        if !chosen || JUDGED_ELSEWHERE.iter().any(|(file, _)| *file == name) {
            continue;
        }
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let in_crate = path.strip_prefix(root).unwrap().to_str().unwrap().to_string();
        let uses: Vec<FileUse> = eras.iter().flat_map(|era| find_uses(&in_crate, &name, *era)).collect();
        let text = std::fs::read_to_string(path).unwrap();
        files.push(KernelFile { name, path: in_crate, text, compute: eras == [Era::Compute], uses });
    }
    files
}

/// Finds the runs that use a file: those of the algorithm that it is named after, or otherwise of any.
fn find_uses(path: &str, name: &str, era: Era) -> Vec<FileUse> {
    // Only tiles that look back, and bins that fill shared memory, need so many elements.
    let tiled = name.starts_with("scan") || name.starts_with("histogram_shared") || name.contains("look");
    let large = era == Era::Compute && tiled;
    // A random schedule takes the paths that [`FORCED_PATHS`] forces, and those edits expect the groups in order.
    let mut using: Vec<_> = baseline_runs()
        .iter()
        .filter(|probe| probe.case.turns.is_none())
        .filter(|probe| probe.files.contains(&(era, path.to_string())))
        .filter(|probe| large || probe.case.size <= 5_000)
        .collect();
    let own: Vec<_> = using
        .iter()
        .copied()
        .filter(|probe| name.starts_with(probe.case.algorithm.name))
        .collect();
    // Always the same runs, on every computer: one of each algorithm in turn; middle sizes and few launches first.
    using.sort_by_key(|probe| {
        let Case { rung, size, .. } = probe.case;
        (!MIDDLE.contains(&size), probe.launches, rung.name, size)
    });
    let mut seen = HashMap::new();
    using.sort_by_cached_key(|probe| {
        let turn = seen.entry(probe.case.algorithm.name).or_insert(0);
        *turn += 1;
        (*turn, probe.case.algorithm.name)
    });
    let using = if own.is_empty() { using.into_iter().take(SHARED).collect() } else { own };
    using.into_iter().map(|probe| FileUse { probe, era, told: 0 }).collect()
}

/// Returns the paths of the kernel files and the include files, and the eras that they are for.
fn kernel_paths() -> Vec<(PathBuf, &'static [Era])> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = list_folder(root.join("kernel_includes"))
        .map(|path| (path, &Era::ALL[..]))
        .collect();
    for (folder, eras) in [("fragment_kernels", &[Era::Fragment]), ("compute_kernels", &[Era::Compute])] {
        // Experiments measure, and check their own results; the museum's programs are judged by tests/cg/museum.rs.
        let is_judged_elsewhere = |part: &PathBuf| part.ends_with("experiments") || part.ends_with("museum");
        let parts = list_folder(root.join(folder)).filter(|part| !is_judged_elsewhere(part));
        paths.extend(parts.flat_map(list_folder).map(|path| (path, &eras[..])));
    }
    paths
}

fn list_folder(folder: PathBuf) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path())
}
