//! piglit's tests of the shading language, on each machine: Debian's package `piglit` has them.
//!
//! The emulator runs them with all its checks, and once more with a wanted value changed, which it
//! must see. Every tenth file is run, and small sets whole;
//! `cargo test --test conformance -- --all` runs all. `GRISTMILL_PIGLIT` says where piglit lies, if
//! not in the usual places. Without it this says so, and tests only the reader, the lifting and the
//! commands on texts of its own.

#[path = "conformance/changed.rs"]
mod changed;
#[path = "conformance/driver.rs"]
mod driver;
#[path = "conformance/emulator.rs"]
mod emulator;
#[path = "conformance/execute.rs"]
mod execute;
#[path = "conformance/lift.rs"]
mod lift;
#[path = "conformance/own.rs"]
mod own;
#[path = "conformance/shader_test.rs"]
mod shader_test;

use execute::Verdict;
use libtest_mimic::{Arguments, Failed, Trial};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Files of piglit that belong together.
struct Set {
    name: &'static str,
    /// Folders below piglit's own, with the folders in them.
    folders: &'static [&'static str],
    /// The start of the files' names.
    prefix: &'static str,
    /// True if no file may be refused.
    whole: bool,
}

/// The built-in functions of a version, as it calls the folder, in shaders of one stage.
macro_rules! built_in {
    ($version:literal, $prefix:literal) => {
        Set {
            name: concat!($version, " built-in functions, ", $prefix),
            folders: &[concat!("generated_tests/spec/", $version, "/execution/built-in-functions")],
            prefix: $prefix,
            whole: true,
        }
    };
}

const SETS: [Set; 20] = [
    built_in!("glsl-4.30", "cs-"),
    Set {
        name: "arb_compute_shader execution",
        folders: &["tests/spec/arb_compute_shader/execution"],
        prefix: "",
        whole: false,
    },
    built_in!("glsl-1.10", "fs-"),
    built_in!("glsl-1.20", "fs-"),
    built_in!("glsl-1.30", "fs-"),
    built_in!("glsl-3.30", "fs-"),
    built_in!("glsl-1.10", "vs-"),
    built_in!("glsl-1.20", "vs-"),
    built_in!("glsl-1.30", "vs-"),
    built_in!("glsl-3.30", "vs-"),
    built_in!("glsl-4.00", "fs-"),
    built_in!("glsl-4.00", "vs-"),
    Set {
        name: "variable indexing",
        folders: &[
            "generated_tests/spec/glsl-1.10/execution/variable-indexing",
            "generated_tests/spec/glsl-1.20/execution/variable-indexing",
        ],
        prefix: "",
        whole: true,
    },
    Set {
        name: "interpolation",
        folders: &["generated_tests/spec/glsl-1.10/execution/interpolation"],
        prefix: "",
        whole: false,
    },
    Set { name: "glsl-1.10 execution", folders: &["tests/spec/glsl-1.10/execution"], prefix: "", whole: false },
    Set { name: "glsl-1.20 execution", folders: &["tests/spec/glsl-1.20/execution"], prefix: "", whole: false },
    Set {
        name: "glsl-1.30 to 3.30 execution",
        folders: &[
            "tests/spec/glsl-1.30/execution",
            "tests/spec/glsl-1.40/execution",
            "tests/spec/glsl-1.50/execution",
            "tests/spec/glsl-3.30/execution",
        ],
        prefix: "",
        whole: false,
    },
    Set {
        name: "gpu_shader5, arrays of arrays, packing, bit encoding",
        folders: &[
            "generated_tests/spec/arb_gpu_shader5/execution",
            "tests/spec/arb_gpu_shader5/execution",
            "tests/spec/arb_arrays_of_arrays/execution",
            "generated_tests/spec/arb_shading_language_packing/execution",
            "generated_tests/spec/arb_shader_bit_encoding/execution",
        ],
        prefix: "",
        whole: false,
    },
    Set {
        name: "conversions and inputs of 64 bits",
        folders: &["generated_tests/spec/arb_gpu_shader_fp64", "generated_tests/spec/arb_gpu_shader_int64"],
        prefix: "",
        whole: false,
    },
    Set {
        name: "ES",
        folders: &["tests/spec/glsl-es-1.00/execution", "tests/spec/glsl-es-3.00/execution"],
        prefix: "",
        whole: false,
    },
];

/// One file of so many is run, unless all are asked for.
const SAMPLE: usize = 10;

/// Sets of fewer files are run whole.
const SMALL: usize = 100;

/// Files that Mesa 22.3 itself fails, or crashes in, by the ends of their names: conversions of
/// doubles, and explosions.
const MESA: [&str; 18] = [
    "conversion-explicit-dmat2-mat2",
    "conversion-explicit-dmat2x3-mat2x3",
    "conversion-explicit-dmat2x4-mat2x4",
    "conversion-explicit-dmat3-mat3",
    "conversion-explicit-dmat3x2-mat3x2",
    "conversion-explicit-dmat3x4-mat3x4",
    "conversion-explicit-dmat4-mat4",
    "conversion-explicit-dmat4x2-mat4x2",
    "conversion-explicit-dmat4x3-mat4x3",
    "conversion-explicit-double-float",
    "conversion-explicit-dvec2-vec2",
    "conversion-explicit-dvec3-vec3",
    "conversion-explicit-dvec4-vec4",
    "glsl-fs-conditional-output-write",
    "glsl-fs-inline-explosion",
    "glsl-vs-inline-explosion",
    "glsl-fs-unroll-explosion",
    "glsl-vs-unroll-explosion",
];

/// Files that fail on the emulator for a reason that is not its own, with the reason.
const OTHERS: [(&str, &str); 12] = [
    ("fs-do-while-scope", "glslang gives the body of do-while without braces no scope"),
    ("vs-out-conversion-int-to-float-vec4-index", "glslang takes the index of an out argument after the call"),
    (
        "glsl-const-builtin-degrees",
        "glslang folds constants in 64 bits, in which 3.1415926535 is less than 180 degrees",
    ),
    ("fs-underflow-mul-compare-zero", SMALL_NUMBERS),
    ("fs-underflow-pow-compare-zero", SMALL_NUMBERS),
    ("fs-underflow-fma-compare-zero", SMALL_NUMBERS),
    ("fs-ldexp", SMALL_NUMBERS),
    ("vs-ldexp", SMALL_NUMBERS),
    ("fs-nan-builtin-max", OF_NAN),
    ("fs-nan-builtin-min", OF_NAN),
    ("vs-nan-builtin-max", OF_NAN),
    ("vs-nan-builtin-min", OF_NAN),
];

const OF_NAN: &str = "GLSL leaves open what min and max give of no number";

const SMALL_NUMBERS: &str = "the emulator has numbers below 2^-126, which GLSL allows and the file does not";

/// The outcome of the files of a set on each machine.
static TOTALS: Mutex<BTreeMap<usize, BTreeMap<&str, String>>> = Mutex::new(BTreeMap::new());

fn main() {
    let all = std::env::args().any(|argument| argument == "--all");
    let arguments = Arguments::from_iter(std::env::args().filter(|argument| argument != "--all"));
    let mut trials = own::trials();
    match piglit() {
        None => println!("conformance: piglit is not installed; GRISTMILL_PIGLIT can say where it is"),
        Some(piglit) => {
            for (at, set) in SETS.iter().enumerate() {
                for machine in ["emulator", "emulator on wrong values", "driver"] {
                    if machine == "emulator on wrong values" && !set.whole {
                        continue;
                    }
                    let piglit = piglit.clone();
                    let name = format!("{machine}::{}", set.name);
                    trials.push(Trial::test(name, move || run(&piglit, at, machine, all)));
                }
            }
        }
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if let Ok(totals) = TOTALS.lock() {
        for (set, machines) in &*totals {
            let said: Vec<String> = machines.iter().map(|(machine, total)| format!("{machine} {total}")).collect();
            println!("{}: {}", SETS[*set].name, said.join("; "));
        }
        if !all && !totals.is_empty() {
            println!("conformance: every {SAMPLE}th file of the large sets; --all runs all");
        }
    }
    conclusion.exit();
}

/// Returns the folder of piglit, if there is one.
fn piglit() -> Option<PathBuf> {
    let has_tests = |folder: &PathBuf| folder.join(SETS[0].folders[0]).is_dir();
    if let Some(folder) = std::env::var_os("GRISTMILL_PIGLIT") {
        return Some(PathBuf::from(folder)).filter(has_tests);
    }
    let mut folders: Vec<PathBuf> = ["/usr/lib", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64"]
        .map(PathBuf::from)
        .into();
    // Debian has one folder for each architecture.
    folders.extend(
        std::fs::read_dir("/usr/lib")
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path()),
    );
    folders.into_iter().map(|folder| folder.join("piglit")).find(has_tests)
}

/// The files of a set, in the order of their names.
fn files(piglit: &Path, set: &Set, all: bool) -> Vec<PathBuf> {
    let belongs = |path: &PathBuf| {
        path.file_name()
            .and_then(|name| name.to_str())
            .is_some_and(|name| name.starts_with(set.prefix) && name.ends_with(".shader_test"))
    };
    let mut folders: Vec<PathBuf> = set.folders.iter().map(|folder| piglit.join(folder)).collect();
    let mut files = vec![];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
        {
            if path.is_dir() {
                folders.push(path);
            } else if belongs(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    let step = if all || files.len() < SMALL { 1 } else { SAMPLE };
    files.into_iter().step_by(step).collect()
}

fn run(piglit: &Path, at: usize, machine: &'static str, all: bool) -> Result<(), Failed> {
    let files = files(piglit, &SETS[at], all);
    if files.is_empty() {
        return Err("there are no files".into());
    }
    let verdicts = match machine {
        "driver" => driver::judge(piglit, &files),
        "emulator on wrong values" => Some(in_parallel(&files, emulator::judge_changed)),
        _ => Some(in_parallel(&files, emulator::judge)),
    };
    let Some(verdicts) = verdicts else {
        total(at, machine, "does not run: shader_runner finds no OpenGL".to_string());
        return Ok(());
    };
    let (mut faults, mut failed, mut known) = (vec![], 0, 0);
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for (file, verdict) in files.iter().zip(&verdicts) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        match verdict {
            Verdict::Passed => {}
            Verdict::Failed(_) if machine == "driver" && MESA.iter().any(|known| name.ends_with(known)) => known += 1,
            Verdict::Failed(_) if machine == "emulator" && OTHERS.iter().any(|(known, _)| *known == name) => known += 1,
            Verdict::Failed(why) => {
                failed += 1;
                faults.push(format!("{name}: {why}"));
            }
            Verdict::Refused(why) => {
                *refused.entry(reason(why)).or_default() += 1;
                if SETS[at].whole {
                    faults.push(format!("{name}: refused: {why}"));
                }
            }
        }
    }
    let count = |what: fn(&Verdict) -> bool| verdicts.iter().filter(|verdict| what(verdict)).count();
    let mut refused: Vec<(String, usize)> = refused.into_iter().collect();
    refused.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let refusals: Vec<String> = refused.iter().map(|(why, count)| format!("{count}: {why}")).collect();
    let named = if refusals.is_empty() { String::new() } else { format!(" ({})", refusals.join(", ")) };
    total(
        at,
        machine,
        format!(
            "{} passed, {failed} failed, {known} by another's fault, {} refused{named}",
            count(|verdict| *verdict == Verdict::Passed),
            count(|verdict| matches!(verdict, Verdict::Refused(_))),
        ),
    );
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

/// Returns the reason for a refusal in words that are the same for files alike: a message without
/// its drawing.
fn reason(why: &str) -> String {
    let line = why
        .lines()
        .find(|line| line.contains("Error: "))
        .or(why.lines().next())
        .unwrap_or("");
    let line = line.strip_prefix("Error: ").unwrap_or(line);
    let line = line.split(" (").next().unwrap_or(line);
    // Names of uniforms and numbers are the file's own.
    let words = line
        .split_whitespace()
        .take(if line.starts_with("the command uniform") { 4 } else { 12 });
    words.collect::<Vec<_>>().join(" ")
}

fn total(set: usize, machine: &'static str, said: String) {
    if let Ok(mut totals) = TOTALS.lock() {
        totals.entry(set).or_default().insert(machine, said);
    }
}

/// The verdict on each file, by all cores.
fn in_parallel(files: &[PathBuf], judge: impl Fn(&Path) -> Verdict + Sync) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let one_by_one = || {
        let mut found = vec![];
        while let at = next.fetch_add(1, Ordering::Relaxed)
            && let Some(file) = files.get(at)
        {
            found.push((at, judge(file)));
        }
        found
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut found: Vec<(usize, Verdict)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(one_by_one)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("a thread of the test ended early"))
            .collect()
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().map(|(_, verdict)| verdict).collect()
}
