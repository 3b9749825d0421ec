//! `cargo bench`: what a pass costs beyond the driver, the best rungs against the textbook's, and every rung
//! of every algorithm.
//!
//! Wall clock around a finish, minima of interleaved repeats, ratios inside one process. Timer queries are
//! not used: llvmpipe answers them wrongly. The first table runs with LP_NUM_THREADS=0, so that llvmpipe's
//! own threads do not drown what a call costs.

mod by_hand;
mod cards;
mod ladders;

use by_hand::ByHand;
use comfy_table::{Table, presets};
use gristmill::algorithms::{TABLE, Workload, saxpy};
use gristmill::{Device, Era, KernelSource, PingPong, kernel_pair};
use std::error::Error;
use std::process::Command;
use std::time::{Duration, Instant};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Passes and dispatches of the first table.
const COUNT: usize = 1_000;
const REPEATS: usize = 15;
const OVERHEAD: &str = "GRISTMILL_BENCH_OVERHEAD";

const STEP: KernelSource = KernelSource::of_files(
    "step",
    None,
    Some(
        "#version 330 core
#include \"stream.glsl\"
uniform sampler2D source;
uniform float value;
layout(location = 0) out float result;
void main() { result = here(source).r * 0.5 + value; }",
    ),
    Some(
        "#version 430 core
#include \"stream.glsl\"
layout(local_size_x = 64) in;
uniform float value;
layout(std430, binding = 0) readonly  buffer Source { float source[]; };
layout(std430, binding = 1) writeonly buffer Result { float result[]; };
void main() { int i = element(); if (i < element_count) result[i] = source[i] * 0.5 + value; }",
    ),
);

fn main() -> Outcome {
    // `cargo test --benches` and `cargo bench -- NAME` pass arguments; a name picks algorithms.
    let picked: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if std::env::var_os(OVERHEAD).is_some() {
        let mut missed = Vec::new();
        overhead(&mut missed)?;
        return told(&missed);
    }
    let mut missed = Vec::new();
    if picked.is_empty() {
        let own = std::env::current_exe()?;
        let status = Command::new(own).env(OVERHEAD, "1").env("LP_NUM_THREADS", "0").status()?;
        if !status.success() {
            missed.push("what a call costs".to_string());
        }
        large_saxpy(&mut missed)?;
        cards::cards(&mut missed)?;
    }
    if picked.iter().any(|name| name == "cards") {
        cards::cards(&mut missed)?;
        return told(&missed);
    }
    ladders::ladders(&picked, &mut missed)?;
    rungs(&picked)?;
    told(&missed)
}

/// An error where goals were missed, so that nobody overlooks it.
fn told(missed: &[String]) -> Outcome {
    if missed.is_empty() { Ok(()) } else { Err(format!("goals missed: {}", missed.join("; ")).into()) }
}

/// The minima of two ways, run in turn.
fn race(mut ours: impl FnMut() -> Outcome, mut by_hand: impl FnMut() -> Outcome) -> Outcome<(Duration, Duration)> {
    ours()?;
    by_hand()?;
    let mut best = (Duration::MAX, Duration::MAX);
    for _ in 0..REPEATS {
        best.0 = best.0.min(time_run(&mut ours)?);
        best.1 = best.1.min(time_run(&mut by_hand)?);
    }
    Ok(best)
}

fn time_run(run: &mut dyn FnMut() -> Outcome) -> Outcome<Duration> {
    let start = Instant::now();
    run().map(|()| start.elapsed())
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(header.iter().copied());
    table
}

/// Ours beside what was written by hand; a ratio above the one that is allowed, if one is, is missed.
fn row(
    (table, missed): (&mut Table, &mut Vec<String>),
    what: &str,
    (ours, by_hand): (Duration, Duration),
    each: usize,
    allowed: Option<f64>,
) {
    let ratio = ours.as_secs_f64() / by_hand.as_secs_f64();
    if let Some(allowed) = allowed.filter(|allowed| ratio > *allowed) {
        missed.push(format!("{what} {ratio:.3} of {allowed:.2}"));
    }
    let each = each as f64;
    table.add_row([
        what.to_string(),
        format!("{:.3} us", ours.as_secs_f64() * 1e6 / each),
        format!("{:.3} us", by_hand.as_secs_f64() * 1e6 / each),
        format!("{ratio:.3}"),
        allowed.map_or_else(String::new, |allowed| format!("{allowed:.2}")),
    ]);
}

/// Measures the time that the library adds to a pass and a dispatch, on streams of one element and
/// of 64 x 64. By hand the context is made current once for all of them, so ours are
/// `uninterrupted`; where they are not, each asks whether it still is.
fn overhead(missed: &mut Vec<String>) -> Outcome {
    let device = Device::open(Era::Compute)?;
    println!("{} with LP_NUM_THREADS=0, {COUNT} in a row, minima of {REPEATS}", device.info().name);
    let hand = ByHand::open()?;
    let mut rows = table(&["each", "gristmill", "by hand", "ratio", "goal"]);
    for side in [1_usize, 8, 64] {
        let shape = [side, side];
        let data = vec![1.0_f32; side * side];
        let fragment = device.with_era(Era::Fragment)?;
        let kernel = fragment.kernel(&STEP)?;
        let mut turns = PingPong::new(fragment.stream_of(shape, &data)?, fragment.empty(shape)?);
        let passes = hand.passes(side as i32)?;
        let mut pass = || -> gristmill::Result<()> {
            for _ in 0..COUNT {
                turns.step(|now, next| {
                    kernel
                        .call()
                        .uniform("value", 1.0)
                        .input("source", now)
                        .output("result", next)
                        .run()
                })?;
            }
            fragment.finish()
        };
        let by_hand = || {
            hand.enter();
            hand.run_passes(&passes, COUNT);
            Ok(())
        };
        let allowed = if side == 64 { 1.05 } else { 1.25 };
        let what = format!("pass, {side}x{side}");
        let times = race(|| Ok(fragment.uninterrupted(&mut pass)?), by_hand)?;
        row((&mut rows, missed), &what, times, COUNT, Some(allowed));
        row((&mut rows, missed), &format!("{what}, asked"), race(|| Ok(pass()?), by_hand)?, COUNT, None);

        let kernel = device.kernel(&STEP)?;
        let elements = side * side;
        let mut turns = PingPong::new(device.stream(&data)?, device.empty(elements)?);
        let dispatches = hand.dispatches(elements)?;
        let mut dispatch = || -> gristmill::Result<()> {
            for _ in 0..COUNT {
                turns.step(|now, next| {
                    kernel
                        .call()
                        .uniform("value", 1.0)
                        .input("source", now)
                        .output("result", next)
                        .run()
                })?;
            }
            device.finish()
        };
        let by_hand = || {
            hand.enter();
            hand.run_dispatches(&dispatches, COUNT);
            Ok(())
        };
        let allowed = if side == 64 { 1.05 } else { 1.6 };
        let what = format!("dispatch, {elements} elements");
        let times = race(|| Ok(device.uninterrupted(&mut dispatch)?), by_hand)?;
        row((&mut rows, missed), &what, times, COUNT, Some(allowed));
        row((&mut rows, missed), &format!("{what}, asked"), race(|| Ok(dispatch()?), by_hand)?, COUNT, None);
    }
    println!("{rows}\n");
    Ok(())
}

/// The same for saxpy on four million elements, with llvmpipe's threads.
fn large_saxpy(missed: &mut Vec<String>) -> Outcome {
    let device = Device::open(Era::Compute)?;
    let hand = ByHand::open()?;
    let elements = 1 << 22;
    let data = vec![1.0_f32; elements];
    println!("{}, saxpy of {elements} elements, minima of {REPEATS}", device.info().name);
    let mut rows = table(&["saxpy", "gristmill", "by hand", "ratio", "goal"]);
    for era in Era::ALL {
        let device = device.with_era(era)?;
        let x = device.stream(&data)?;
        let y = device.stream(&data)?;
        let mut result = device.empty::<f32>(elements)?;
        let kernel = device.kernel(&kernel_pair!("streams/saxpy"))?;
        let by_hand = match era {
            Era::Fragment => {
                let [width, height, _] = x.plan().size();
                hand.saxpy_pass(width as i32, height as i32)?
            }
            Era::Compute => hand.saxpy_dispatch(elements)?,
        };
        let times = race(
            || -> Outcome {
                kernel
                    .call()
                    .uniform("alpha", 2.0)
                    .input("x", &x)
                    .input("y", &y)
                    .output("result", &mut result)
                    .run()?;
                Ok(device.finish()?)
            },
            || {
                hand.enter();
                hand.run_saxpy(&by_hand);
                Ok(())
            },
        )?;
        row((&mut rows, missed), &format!("saxpy, {era}"), times, 1, Some(1.05));
        let truth = saxpy::reference(2.0, &data[..1], &data[..1]);
        if result.read_range(0..1)? != truth {
            return Err("saxpy is wrong".into());
        }
    }
    println!("{rows}\n");
    Ok(())
}

/// Every rung at the tour's size, verified, with its bytes as a rate.
fn rungs(picked: &[String]) -> Outcome {
    let device = Device::open(Era::Compute)?;
    println!("{}, every rung, minimum and median of 9", device.info().name);
    let mut rows = table(&["algorithm", "rung", "size", "minimum", "median", "elements/s", "streams GB/s", "error"]);
    for algorithm in TABLE
        .iter()
        .filter(|algorithm| picked.is_empty() || picked.iter().any(|name| name == algorithm.name))
    {
        for rung in algorithm.rungs {
            let device = device.with_era(rung.era)?;
            let mut trial = (rung.prepare)(&device, &Workload::new(algorithm.size, 1))?;
            trial.run()?;
            device.finish()?;
            let mut times = Vec::new();
            for _ in 0..9 {
                let start = Instant::now();
                trial.run()?;
                device.finish()?;
                times.push(start.elapsed());
            }
            times.sort();
            let ((), trace) = device.trace(|| trial.run())?;
            let check = trial.check()?;
            if !check.passed() {
                return Err(format!("{} {}: off by {}", algorithm.name, rung.name, check.error).into());
            }
            let seconds = times[0].as_secs_f64();
            rows.add_row([
                algorithm.name.to_string(),
                rung.name.to_string(),
                algorithm.size.to_string(),
                format!("{:.3} ms", seconds * 1e3),
                format!("{:.3} ms", times[4].as_secs_f64() * 1e3),
                format!("{:.1} M", algorithm.size as f64 / seconds / 1e6),
                format!("{:.1}", trace.bytes() as f64 / seconds / 1e9),
                format!("{:.1e}", check.error),
            ]);
        }
    }
    println!("{rows}");
    Ok(())
}
