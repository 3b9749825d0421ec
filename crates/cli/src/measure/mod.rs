//! Measures one rung on one workload: warms up, traces, times and checks it.

pub mod comparison_table;
pub mod cost_table;

use gristmill::algorithms::{Algorithm, Check, Rung, Trial, Workload};
use gristmill::{Device, Error, Result, Trace, nearest};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The measurement of a rung.
pub struct RungMeasurement {
    pub algorithm: &'static Algorithm,
    pub rung: &'static Rung,
    /// True if it is the rung that its era's function runs on this device.
    pub plain: bool,
    /// The number of elements asked for.
    pub asked: usize,
    /// The number of elements that ran: for a square or a grid the nearest number that fills one.
    pub size: usize,
    /// The time of the first run; drivers compile in it.
    pub first: Duration,
    /// The times of the later runs, shortest first.
    pub times: Vec<Duration>,
    pub trace: Trace,
    pub check: Check,
}

/// The time to spend on a rung: it runs until the time is spent, at least once and at most `most` times.
#[derive(Clone, Copy)]
pub struct TimingEffort {
    pub time: Duration,
    pub most: usize,
}

impl TimingEffort {
    pub const fn new(milliseconds: u64, most: usize) -> TimingEffort {
        TimingEffort { time: Duration::from_millis(milliseconds), most }
    }
}

impl RungMeasurement {
    /// Returns the median of the timed runs.
    pub fn median(&self) -> Duration {
        self.times.get(self.times.len() / 2).copied().unwrap_or(self.first)
    }

    /// Returns the measurement as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "algorithm": self.algorithm.name,
            "rung": self.rung.name,
            "era": self.rung.era.to_string(),
            "method": self.rung.method,
            "source": self.rung.source,
            "size": self.size,
            "passes": self.trace.passes(),
            "barriers": self.trace.barriers(),
            "bytes": self.trace.bytes(),
            "first_seconds": self.first.as_secs_f64(),
            "median_seconds": self.median().as_secs_f64(),
            "fastest_seconds": self.times.first().unwrap_or(&self.first).as_secs_f64(),
            "slowest_seconds": self.times.last().unwrap_or(&self.first).as_secs_f64(),
            "runs": self.times.len(),
            "elements_compared": self.check.elements,
            "elements_to_compare": self.check.of,
            "error": self.check.error, // null if it is infinite
            "bound": self.check.bound,
            "right": self.check.passed(),
        })
    }
}

/// Returns true if a rung is the one that its era's function runs on this device.
pub fn is_plain(device: &Device, algorithm: &Algorithm, rung: &Rung) -> bool {
    let plain = algorithm.plain(rung.era, device.suited_to());
    has_era_name(rung) || plain.is_some_and(|plain| plain.name == rung.name)
}

/// Returns true if a rung has its era's name.
fn has_era_name(rung: &Rung) -> bool {
    rung.name == rung.era.to_string()
}

/// Returns true if a device or its card cannot run a rung, so that the other rungs still can.
pub fn is_refusal(error: &Error) -> bool {
    matches!(error, Error::Limit { .. } | Error::Card { .. })
}

/// Runs a rung to warm up, then under a trace, then several times for the clock, and checks its result. Returns the
/// trial too, for its picture.
pub fn measure_rung(
    device: &Device,
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    workload: &Workload,
    effort: TimingEffort,
) -> Result<(RungMeasurement, Trial)> {
    let device = device.with_era(rung.era)?;
    let mut trial = (rung.prepare)(&device, workload)?;
    device.finish()?;
    let first = time_run(&device, &mut trial)?;
    device.launch_clock()?; // the self-test of its timer must not count
    let start = Instant::now();
    let ((), trace) = device.trace(|| trial.run())?;
    let traced = start.elapsed();

    // In a long run, the waits of a trace do not matter: its time counts.
    let mut times = if traced > 2 * effort.time { vec![traced] } else { Vec::new() };
    let start = Instant::now();
    while times.is_empty() || (times[0] <= effort.time && start.elapsed() < effort.time && times.len() < effort.most) {
        times.push(time_run(&device, &mut trial)?);
    }
    times.sort_unstable();
    let check = trial.check()?;
    let asked = workload.size;
    let size = trial.size(workload.size);
    let plain = is_plain(&device, algorithm, rung);
    Ok((RungMeasurement { algorithm, rung, plain, asked, size, first, times, trace, check }, trial))
}

fn time_run(device: &Device, trial: &mut Trial) -> Result<Duration> {
    let start = Instant::now();
    trial.run()?;
    device.finish()?;
    Ok(start.elapsed())
}

/// Selects rungs of an algorithm: one by name, or all but aliases, or those named after their era; of one era, if it is
/// given.
///
/// # Errors
/// There are no such rungs; the error lists the names.
pub fn select_rungs(
    algorithm: &'static Algorithm,
    era: Option<gristmill::Era>,
    name: Option<&str>,
    all: bool,
) -> Result<Vec<&'static Rung>> {
    let rungs: Vec<_> = algorithm
        .rungs
        .iter()
        .filter(|rung: &&Rung| match name {
            Some(name) => rung.name == name,
            None => {
                if all {
                    rung.alias.is_none()
                } else {
                    has_era_name(rung)
                }
            }
        })
        .filter(|rung| era.is_none_or(|era| era == rung.era))
        .collect();
    if !rungs.is_empty() {
        return Ok(rungs);
    }
    let known: Vec<_> = algorithm
        .rungs
        .iter()
        .filter(|rung| era.is_none_or(|era| era == rung.era))
        .map(|rung| rung.name)
        .collect();
    let of_era = era.map_or(String::new(), |era| format!(" of the {era} era"));
    Err(Error::data(match (name, known.is_empty()) {
        (_, true) => format!("{} has no rungs{of_era} in this version", algorithm.name),
        (Some(name), _) => {
            let meant = nearest(name, &known)
                .map(|near| format!("; did you mean {near}?"))
                .unwrap_or_default();
            format!("{} has no rung {name}{of_era}; it has {}{meant}", algorithm.name, known.join(", "))
        }
        (None, _) => format!("{} has no plain rung{of_era}; say --rung with {}", algorithm.name, known.join(", ")),
    }))
}
