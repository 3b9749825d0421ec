//! `cargo bench --bench oclgrind`: a scan of 65,536 floats by work groups of 256 lanes, on Oclgrind as OpenCL
//! and on the emulator as GLSL.
//!
//! Both run the same steps, with nobody watching and with races watched, with all their threads. Minima of
//! five runs. Oclgrind is a process: what it takes for a single work group is taken off, so that its start
//! and its compiler do not count. The emulator's kernel is compiled before, too. The process as a whole is
//! printed beside.

use gristmill::check::{Checked, KernelCheck, LaunchOptions};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const RUNS: usize = 5;
const BLOCK: usize = 256;

fn main() -> Outcome {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/oclgrind");
    let checked = KernelCheck::file(folder.join("scan.comp"))?.compile()?;
    // The folder of a simulation of one group while this runs.
    let one_group = tempfile::tempdir()?;
    let text = std::fs::read_to_string(folder.join("scan.sim"))?;
    std::fs::write(one_group.path().join("scan.sim"), text.replacen("65536 1 1", "256 1 1", 1))?;
    std::fs::copy(folder.join("scan.cl"), one_group.path().join("scan.cl"))?;

    for (watched, options) in [("nobody watching", &[][..]), ("races watched", &["--data-races"][..])] {
        let ours = emulator(&checked, !options.is_empty())?;
        let Some(whole) = oclgrind(&folder, options)? else {
            println!("{watched}: emulator {ours:.3?}; there is no oclgrind-kernel (Debian's package oclgrind)");
            continue;
        };
        let start = oclgrind(one_group.path(), options)?.unwrap_or_default();
        let groups = whole.saturating_sub(start);
        println!(
            "{watched}: emulator {ours:.3?}, oclgrind {groups:.3?} ({whole:.3?} with its start): {:.1} times faster",
            groups.as_secs_f64() / ours.as_secs_f64()
        );
    }
    Ok(())
}

fn fastest(mut run: impl FnMut() -> Outcome) -> Outcome<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        run()?;
        best = best.min(start.elapsed());
    }
    Ok(best)
}

fn emulator(checked: &Checked, watched: bool) -> Outcome<Duration> {
    let launch = LaunchOptions::new().deadline(Duration::from_secs(60));
    let launch = if watched { launch } else { launch.unwatched() };
    fastest(|| {
        let report = checked.launch(&launch)?;
        if !report.is_right() {
            return Err(report.verdict().into());
        }
        right(report.output("Result").unwrap_or_default())
    })
}

/// The sums of 0, 1, 2 and so on in each block; all partial sums are whole numbers that a float has.
fn right(words: &[u32]) -> Outcome {
    for (at, word) in words.iter().enumerate() {
        let first = at / BLOCK * BLOCK;
        let wanted: usize = (first..=at).sum();
        if f32::from_bits(*word) != wanted as f32 {
            return Err(format!("result[{at}] is {}, not {wanted}", f32::from_bits(*word)).into());
        }
    }
    if words.len() == 65_536 { Ok(()) } else { Err(format!("{} results, not 65536", words.len()).into()) }
}

/// None where it is not installed.
fn oclgrind(folder: &Path, options: &[&str]) -> Outcome<Option<Duration>> {
    if build_command(options, folder).arg("--version").status().is_err() {
        return Ok(None);
    }
    let time = fastest(|| {
        let status = build_command(options, folder).status()?;
        if status.success() { Ok(()) } else { Err(format!("oclgrind-kernel ended with {status}").into()) }
    })?;
    Ok(Some(time))
}

fn build_command(options: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(PathBuf::from("oclgrind-kernel"));
    command.args(options).arg("scan.sim").current_dir(folder).stdout(Stdio::null());
    command
}
