//! Behaviour that only a process of its own can show: memory that is given back, threads that end
//! together with it, and threads that draw at once.
//!
//! Each test starts this program once more, with `deed` as its only test and what to do in the environment.

use crate::machine;
use gristmill::algorithms::{TABLE, Workload};
use gristmill::{Device, Era, MachineChoice, Result, Stream};
use std::process::{Command, Output};
use std::sync::{Arc, Barrier};
use std::time::Duration;

/// Says what a process of its own does.
const DEED: &str = "GRISTMILL_TEST_DEED";

const MACHINES: [(&str, MachineChoice, Era); 4] = [
    ("driver, fragment", MachineChoice::Driver, Era::Fragment),
    ("driver, compute", MachineChoice::Driver, Era::Compute),
    ("emulator, fragment", MachineChoice::Emulator, Era::Fragment),
    ("emulator, compute", MachineChoice::Emulator, Era::Compute),
];

/// Does the deed for which a process is started. It does nothing in a usual run of the tests.
#[test]
fn deed() {
    match std::env::var(DEED).as_deref() {
        Err(_) => {}
        Ok("threads") => end_with_threads(),
        Ok("draws") => draw_on_threads(),
        Ok(deed) => {
            let (machine, end) = deed.split_once(": ").unwrap();
            let (_, choice, era) = MACHINES.into_iter().find(|(name, ..)| *name == machine).unwrap();
            let end = if end == "drop" { drop::<Stream<f32>> } else { std::mem::forget };
            println!("\ngrown by {}", growth(&Device::choose(era, choice).unwrap(), end));
        }
    }
}

/// Returns the output of a process of its own that does a deed.
fn alone(deed: &str) -> Output {
    let this = std::env::current_exe().unwrap();
    Command::new(this)
        .args(["--exact", "process::deed", "--nocapture"])
        .env(DEED, deed)
        .output()
        .unwrap()
}

const MEBIBYTE: usize = 1 << 20;

/// Bytes of small streams and of large ones that are made and ended.
const MADE: usize = 160 * MEBIBYTE;

/// The most bytes by which a process that gives them back may grow.
const GROWTH: usize = 48 * MEBIBYTE;

/// Returns the number of bytes by which the process grows while streams are made and ended in that
/// way.
fn growth(device: &Device, end: fn(Stream<f32>)) -> usize {
    let make = |bytes: usize, each: usize| {
        let elements = vec![1.0_f32; each / size_of::<f32>()];
        (0..bytes / each).for_each(|_| end(device.stream(&elements).unwrap()));
        device.finish().unwrap();
    };
    let both = |bytes: usize| {
        make(bytes, 16 << 10);
        make(bytes, 8 * MEBIBYTE);
    };
    both(16 * MEBIBYTE); // a machine then has all that it keeps for good
    let before = resident();
    both(MADE);
    resident().saturating_sub(before)
}

/// Returns how much of the process is in memory, in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<usize>().unwrap() << 10
}

/// Returns the number of bytes by which a process grows on each machine that is here.
fn grown(end: &str) -> Vec<(&'static str, usize)> {
    let here = |(_, choice, era): &(_, MachineChoice, Era)| machine::chosen(*choice, *era).is_some();
    let grow = |(machine, ..): (&'static str, _, _)| {
        let output = alone(&format!("{machine}: {end}"));
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{machine}: {said}{}", String::from_utf8_lossy(&output.stderr));
        let bytes = said.lines().find_map(|line| line.strip_prefix("grown by ")?.parse().ok());
        (machine, bytes.unwrap_or_else(|| panic!("{machine}: {said}")))
    };
    MACHINES.into_iter().filter(here).map(grow).collect()
}

#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /proc")]
fn memory_is_given_back() {
    for (machine, bytes) in grown("drop") {
        assert!(bytes <= GROWTH, "{machine}: {bytes} bytes of {} are kept", 2 * MADE);
    }
}

/// The same measure of streams that are never dropped: it can fail.
#[test]
#[cfg_attr(not(target_os = "linux"), ignore = "needs /proc")]
fn memory_that_is_kept_is_seen() {
    for (machine, bytes) in grown("forget") {
        assert!(bytes > 2 * GROWTH, "{machine}: {} bytes are kept, and only {bytes} are seen", 2 * MADE);
    }
}

/// The number of threads that end one after another while the process ends, so that each of its
/// exit handlers meets one.
const THREADS: u32 = 24;
const APART: Duration = Duration::from_micros(100);

/// Opens a device on each of some threads, and ends the process while the threads end.
fn end_with_threads() {
    let together = Arc::new(Barrier::new(THREADS as usize + 1));
    for at in 0..THREADS {
        let together = together.clone();
        std::thread::spawn(move || {
            let device = Device::choose(Era::Fragment, MachineChoice::Driver).unwrap();
            assert_eq!(device.stream(&[1, 2]).unwrap().read().unwrap(), [1, 2]);
            drop(device);
            together.wait();
            std::thread::sleep(APART * at);
        });
    }
    together.wait();
    std::process::exit(0);
}

/// Shows the purpose of `ThreadState` in crates/gl/src/egl.rs: without it two in five of these
/// processes end with "double free".
#[test]
fn threads_may_end_with_the_process() {
    if machine::chosen(MachineChoice::Driver, Era::Fragment).is_none() {
        return;
    }
    for _ in 0..8 {
        let output = alone("threads");
        assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
}

/// Traces rays on devices of several threads at once: passes of many textures, whose uses llvmpipe
/// looks up in the work of all contexts.
fn draw_on_threads() {
    let ray_grid = TABLE.iter().find(|algorithm| algorithm.name == "ray_grid").unwrap();
    let draw = |at: u32| -> Result<()> {
        for round in 0..ROUNDS {
            for rung in ray_grid.of_era(Era::Fragment) {
                let device = Device::choose(Era::Fragment, MachineChoice::Driver)?;
                let mut trial = (rung.prepare)(&device, &Workload::new(64, 1 + at + round))?;
                assert!(trial.check()?.passed(), "{}", rung.name);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for thread in [0, 1, 2, 3].map(|at| scope.spawn(move || draw(at))) {
            thread.join().unwrap().unwrap();
        }
    });
}

const ROUNDS: u32 = 8;

/// Shows the purpose of `DriverLock` in crates/gl/src/driver_lock.rs: without it two in five of
/// these processes die of a segmentation fault in llvmpipe.
#[test]
fn threads_may_draw_at_once() {
    if machine::chosen(MachineChoice::Driver, Era::Fragment).is_none() {
        return;
    }
    for _ in 0..2 {
        let output = alone("draws");
        assert!(output.status.success(), "{}: {}", output.status, String::from_utf8_lossy(&output.stderr));
    }
}
