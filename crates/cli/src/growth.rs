//! `gristmill bench --growth`: compares the growth of each rung's time with that of the work that the emulator counts.

use super::arguments::Arguments;
use super::bench::Bench;
use super::columns::{Cell, Table, table, text_in_parts};
use super::counted::counted;
use super::input;
use super::measure::{Effort, measure, rungs};
use super::run::runnable;
use super::say::{Done, progress, say, tell};
use super::table::count;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::{Device, Error, Result};
use serde_json::json;

/// The timed sizes: the size asked for, divided by these.
const PARTS: [usize; 3] = [16, 4, 1];
/// The sizes that the emulator counts.
const COUNTED: [usize; 2] = [1 << 10, 1 << 12];
/// A time exponent that exceeds the work's by more than this is reported, as when caches overflow.
const STEEPER: f64 = 0.25;

/// A rung, with the growth of its time and work.
struct Grown {
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    /// Elements of the smallest and of the largest run.
    sizes: [usize; 2],
    /// The exponent of the time: 1 is in proportion to the elements, 2 to their square.
    time: f64,
    /// The exponent of the warp instructions; `None` in a build without the emulator.
    work: Option<f64>,
}

impl Grown {
    fn is_steeper(&self) -> bool {
        self.work.is_some_and(|work| self.time > work + STEEPER)
    }
}

pub fn growth(arguments: &Arguments, wanted: &Bench, picked: &[&'static Algorithm]) -> Done {
    let all = picked
        .iter()
        .map(|algorithm| rungs(algorithm, wanted.era, None, true))
        .collect::<Result<Vec<_>>>()?;
    let (device, here) = runnable(arguments, all.concat())?;
    let (mut rows, mut notes) = (Vec::new(), Vec::new());
    let bar = progress(here.len());
    for (algorithm, rungs) in picked.iter().zip(all) {
        let size = wanted.size.unwrap_or(algorithm.size);
        for rung in rungs
            .into_iter()
            .filter(|rung| here.iter().any(|runs| std::ptr::eq(*runs, *rung)))
        {
            bar.set_message(format!("{} {}", algorithm.name, rung.name));
            match grown(&device, algorithm, rung, size) {
                Ok(Some(grown)) => rows.push(grown),
                Ok(None) => {
                    notes.push(format!("{} {}: its sizes are too near to each other", algorithm.name, rung.name))
                }
                Err(error @ Error::Limit { .. }) => notes.push(format!("{} {}: {error}", algorithm.name, rung.name)),
                Err(error) => return Err(error.into()),
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    if wanted.json {
        let rows = rows.iter().map(|row| {
            json!({"algorithm": row.algorithm.name, "rung": row.rung.name, "sizes": row.sizes, "time_exponent": row.time,
                "work_exponent": row.work, "steeper": row.is_steeper()})
        });
        let rows: Vec<_> = rows.collect();
        say(format!("{:#}", json!({"device": device.info().name, "rows": rows, "notes": notes})))?;
        return Ok(true);
    }
    tell(format!(
        "On {}: the exponent of the best time over the elements (1: in proportion, 2: with their square), and that of the warp instructions \
         that the emulator counts of {} and {} elements.",
        device.info().name,
        count(COUNTED[0]),
        count(COUNTED[1])
    ))?;
    say(text_in_parts(&told(&rows)))?;
    notes.iter().try_for_each(tell)?;
    let steeper = rows.iter().filter(|row| row.is_steeper()).count();
    tell(format!("{steeper} of {} grow steeper than their work by more than {STEEPER}.", rows.len()))?;
    Ok(true)
}

fn grown(device: &Device, algorithm: &'static Algorithm, rung: &'static Rung, size: usize) -> Result<Option<Grown>> {
    let mut points = Vec::new();
    for part in PARTS {
        let workload = input::made_up(algorithm, (size / part).max(1), 1)?;
        let (measured, _) = measure(device, algorithm, rung, &workload, Effort::new(40, 9))?;
        let best = measured.times.first().copied().unwrap_or(measured.first);
        points.push((measured.size as f64, best.as_secs_f64()));
    }
    let mut work = Vec::new();
    for size in COUNTED {
        let one = counted(algorithm, &[rung], size, 1)?.and_then(|counted| counted.one());
        work.extend(one.map(|(size, counters)| (size as f64, counters.total.instructions() as f64)));
    }
    let sizes = [points[0].0, points[2].0].map(|size| size as usize);
    Ok(exponent(&points).map(|time| Grown { algorithm, rung, sizes, time, work: exponent(&work) }))
}

/// Returns the slope of a line fitted to points on logarithmic axes; `None` if the points are too close.
fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<_> = points.iter().map(|(across, up)| (across.ln(), up.ln())).collect();
    let count = logs.len() as f64;
    let mean = logs
        .iter()
        .fold((0.0, 0.0), |sum, log| (sum.0 + log.0 / count, sum.1 + log.1 / count));
    let (over, under) = logs.iter().fold((0.0, 0.0), |(over, under), (across, up)| {
        (over + (across - mean.0) * (up - mean.1), under + (across - mean.0).powi(2))
    });
    (under > 0.1 && over.is_finite()).then(|| over / under)
}

fn told(rows: &[Grown]) -> Table {
    let mut table = table(&["algorithm", "rung", ">from", ">to", ">time", ">work", "steeper"]).spare(&["from"]);
    for (at, row) in rows.iter().enumerate() {
        let first = at == 0 || rows[at - 1].algorithm.name != row.algorithm.name;
        table.add_row([
            Cell::new(if first { row.algorithm.name } else { "" }),
            Cell::new(row.rung.name),
            Cell::new(count(row.sizes[0])),
            Cell::new(count(row.sizes[1])),
            Cell::new(format!("{:.2}", row.time)),
            Cell::new(row.work.map_or("-".to_string(), |work| format!("{work:.2}"))),
            Cell::new(if row.is_steeper() { "yes" } else { "" }),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_of_powers() {
        let of = |power: i32| [1.0, 2.0, 4.0_f64].map(|size| (size, 3.0 * size.powi(power)));
        assert!((exponent(&of(2)).unwrap_or(0.0) - 2.0).abs() < 1e-12);
        assert!((exponent(&of(0)).unwrap_or(9.0)).abs() < 1e-12);
        assert_eq!((exponent(&[(8.0, 1.0), (8.0, 2.0)]), exponent(&[])), (None, None));
    }
}
