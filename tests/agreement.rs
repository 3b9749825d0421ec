//! Every rung of every algorithm against its reference, on both machines, in both eras, on awkward
//! sizes: one test a machine and rung, by the table in `algorithms`.
//!
//! llvmpipe ends the loops of an invocation behind 65,535 turns and says nothing, so every rung declares how many it
//! takes; the emulator counts them.
//!
//! The machines agree with each other through the reference: where a rung's bound is 0 both have
//! every bit of it, so their results are equal bit for bit; a rung of floats with a bound is within
//! it on either machine.
//!
//! A row is one rung at one size on one machine. Which rows there are follows from the tables here,
//! not from the clock; they are counted at the end. A rung without a machine is said and counted
//! too.

#[path = "machine/mod.rs"]
mod machine;

use gristmill::algorithms::{Algorithm, FEW_TURNS, Rung, TABLE, Workload};
use gristmill::finding::Listening;
use gristmill::{Device, Era, Error, MachineChoice};
use libtest_mimic::{Arguments, Failed, Trial};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const SIZES: [usize; 19] =
    [0, 1, 2, 3, 5, 7, 31, 32, 33, 255, 256, 257, 1_000, 1_023, 4_095, 4_097, 16_385, 65_537, 1_000_003];

/// The emulator counts the turns of loops in rows up to this size, which has several tiles; counting takes its time.
const COUNTED_SIZE: usize = 16_385;

/// Algorithms as large as this on the tour take every size; those on the emulator, which computes
/// on fewer lanes, where they take a million there.
const LARGE: usize = 1 << 18;

/// The sizes at which an algorithm runs on a machine: all where it is large on the tour, else those
/// up to its size there.
fn sizes(machine: &Machine, algorithm: &Algorithm) -> impl Iterator<Item = usize> {
    let most = match machine.choice {
        MachineChoice::Emulator => 4 * LARGE,
        _ => LARGE,
    };
    let largest = if algorithm.size >= most { usize::MAX } else { algorithm.size.max(1_024) };
    SIZES.into_iter().filter(move |size| *size <= largest)
}

/// A machine of the test, and what it counted.
struct Machine {
    name: &'static str,
    choice: MachineChoice,
    rows: AtomicUsize,
    exact: AtomicUsize,
    wanted: AtomicUsize,
    absent: AtomicUsize,
}

impl Machine {
    const fn new(name: &'static str, choice: MachineChoice) -> Machine {
        let [rows, exact, wanted, absent] = [const { AtomicUsize::new(0) }; 4];
        Machine { name, choice, rows, exact, wanted, absent }
    }

    /// The machine in that era; none where there is no driver, or where its OpenGL has no compute shaders.
    fn open(&self, era: Era) -> Option<Device> {
        match Device::choose(era, self.choice) {
            Ok(device) => Some(device),
            Err(Error::NoDevice { sentence, .. }) => {
                machine::skip(&sentence);
                None
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn totals(&self) -> String {
        let Machine { name, rows, exact, wanted, absent, .. } = self;
        let [rows, exact, wanted, absent] = [rows, exact, wanted, absent].map(|count| count.load(Ordering::Relaxed));
        format!(
            "{name}: {rows} of {wanted} rows agree with the reference, {exact} of them bit for bit; {absent} rungs without a machine"
        )
    }
}

/// Devices of the test: WebGPU only in a build that has it.
const MACHINE_COUNT: usize = if cfg!(feature = "webgpu") { 3 } else { 2 };

static MACHINES: [Machine; MACHINE_COUNT] = [
    Machine::new("driver", MachineChoice::Driver),
    Machine::new("emulator", MachineChoice::Emulator),
    #[cfg(feature = "webgpu")]
    Machine::new("webgpu", MachineChoice::WebGpu),
];

fn main() {
    let arguments = Arguments::from_args();
    let mut tests = Vec::new();
    for machine in &MACHINES {
        if let Err(error @ Error::NoDevice { .. }) = Device::choose(Era::Fragment, machine.choice) {
            println!("the rows of the {} are absent: {error}", machine.name);
        }
        let rungs = TABLE
            .iter()
            .flat_map(|algorithm| algorithm.rungs.iter().map(move |rung| (algorithm, rung)));
        tests.extend(rungs.map(|(algorithm, rung)| {
            let name = format!("{}::{}::{}", machine.name, algorithm.name, rung.name);
            let refused = find_refusal(machine, algorithm, rung);
            Trial::test(name, move || match refused {
                Some(words) => expect_refusal(machine, algorithm, rung, words),
                None => agree(machine, algorithm, rung),
            })
        }));
    }
    tests.push(Trial::test("every_algorithm_is_in_both_eras", every_algorithm_is_in_both_eras));
    tests.push(Trial::test("growing_turns_are_declared", growing_turns_are_declared));
    tests.push(Trial::test("a_wrong_result_is_seen", a_wrong_result_is_seen));
    let conclusion = libtest_mimic::run(&arguments, tests);
    for machine in &MACHINES {
        println!("agreement: {}", machine.totals());
    }
    // Every row that the sizes ask for has run, or its rung is counted as absent.
    let complete = |machine: &Machine| machine.rows.load(Ordering::Relaxed) == machine.wanted.load(Ordering::Relaxed);
    assert!(conclusion.has_failed() || MACHINES.iter().all(complete), "rows are missing");
    conclusion.exit();
}

/// Rungs that WebGPU cannot run, and words of the sentence that says why.
const REFUSED_BY_WEBGPU: [(&str, &str, &str); 6] = [
    ("transform", "fragment_feedback", "vertex streams that it writes: 1 given, the limit is 0"),
    ("scan", "compute_lookback", "do in two dispatches what waits for another group"),
    ("split", "compute_lookback", "do in two dispatches what waits for another group"),
    ("jacobi", "fragment_sampled", "WebGPU has no border values"),
    ("jacobi", "fragment_twice", "WebGPU has no border values"),
    ("life", "fragment_repeat", "cells holds integers, which WGSL reads by texels only"),
];

fn find_refusal(machine: &Machine, algorithm: &Algorithm, rung: &Rung) -> Option<&'static str> {
    let mut refused = REFUSED_BY_WEBGPU.iter();
    let known = refused.find(|(name, way, _)| *name == algorithm.name && *way == rung.name);
    known.filter(|_| machine.name == "webgpu").map(|(.., words)| *words)
}

/// Fails if a rung runs that the machine is said to refuse, or refuses in other words.
fn expect_refusal(machine: &Machine, algorithm: &Algorithm, rung: &Rung, words: &str) -> Result<(), Failed> {
    let Some(device) = machine.open(rung.era) else { return Ok(()) };
    let trial = (rung.prepare)(&device, &Workload::new(1_000, 1)).and_then(|mut trial| trial.check());
    match trial {
        Ok(_) => Err(format!("{}::{} runs; it is listed as refused", algorithm.name, rung.name).into()),
        Err(error) if error.to_string().contains(words) => Ok(()),
        Err(error) => Err(error.to_string().into()),
    }
}

fn agree(machine: &Machine, algorithm: &'static Algorithm, rung: &'static Rung) -> Result<(), Failed> {
    let Some(device) = machine.open(rung.era) else {
        machine.absent.fetch_add(1, Ordering::Relaxed);
        return Ok(());
    };
    let start = Instant::now();
    // softpipe computes one fragment after the other.
    let most = if device.info().name.contains("softpipe") { 4_097 } else { usize::MAX };
    for (at, size) in sizes(machine, algorithm).enumerate().filter(|(_, size)| *size <= most) {
        machine.wanted.fetch_add(1, Ordering::Relaxed);
        let is_counted = machine.choice == MachineChoice::Emulator && size <= COUNTED_SIZE && rung.alias.is_none();
        if machine.choice == MachineChoice::Emulator {
            let listening = is_counted.then_some(Listening::COUNTERS);
            device.listen(listening).map_err(|error| error.to_string())?;
        }
        let workload = Workload::new(size, 1 + at as u32);
        let check = (rung.prepare)(&device, &workload).and_then(|mut trial| trial.check());
        let check = check.map_err(|error| format!("{} of {size}: {error}", algorithm.name))?;
        if !check.passed() {
            return Err(format!("{} of {size}: off by {}, {} allowed", algorithm.name, check.error, check.bound).into());
        }
        if check.elements == 0 && size > 3 {
            return Err(format!("{} of {size}: nothing was compared", algorithm.name).into());
        }
        device.finish().map_err(|error| error.to_string())?;
        if is_counted {
            check_turns(&device, rung, size)?;
        }
        machine.rows.fetch_add(1, Ordering::Relaxed);
        machine.exact.fetch_add(usize::from(check.bound == 0.0), Ordering::Relaxed);
    }
    if std::env::var_os("AGREEMENT_TIMES").is_some() {
        println!("{:8.3} s {}::{}::{}", start.elapsed().as_secs_f64(), machine.name, algorithm.name, rung.name);
    }
    Ok(())
}

/// Fails if a loop of the last run has turned more often than the rung declares for this size.
fn check_turns(device: &Device, rung: &Rung, size: usize) -> Result<(), Failed> {
    let counters = device.counters().map_err(|error| error.to_string())?;
    let counted = counters.most_turns() as usize;
    let declared = (rung.turns)(size);
    if counted > declared {
        return Err(format!("{} of {size}: {counted} turns, {declared} declared", rung.name).into());
    }
    Ok(())
}

/// A rung whose turns grow with the size says so; one that says nothing stays far below the limit at every size.
fn growing_turns_are_declared() -> Result<(), Failed> {
    const { assert!(FEW_TURNS * 8 < 65_535) };
    let mut ways = TABLE.iter().flat_map(|algorithm| algorithm.ways());
    if ways.any(|rung| (rung.turns)(1 << 25) > FEW_TURNS) {
        Ok(())
    } else {
        Err("nothing declares turns that grow".into())
    }
}

fn every_algorithm_is_in_both_eras() -> Result<(), Failed> {
    for algorithm in TABLE {
        for era in gristmill::Era::ALL {
            if algorithm.of_era(era).all(|rung| rung.name != era.to_string()) {
                return Err(format!("{} has no rung named {era}", algorithm.name).into());
            }
        }
    }
    Ok(())
}

fn a_wrong_result_is_seen() -> Result<(), Failed> {
    use gristmill::algorithms::Check;
    let wrong = [
        Check::exact(&[1, 2, 3], &[1, 2]),
        Check::exact(&[1.0, f32::NAN], &[1.0, 1.0]),
        Check::within(&[1.0, f32::NAN], &[1.0, 1.0], 1e9),
        Check::within(&[1.0], &[1.0, 1.0], 1e9),
        Check::within(&[f32::INFINITY], &[1.0], 1e9),
        Check::within(&[1.25], &[1.0], 0.125),
    ];
    if wrong.iter().any(Check::passed) { Err("a wrong result passed".into()) } else { Ok(()) }
}
