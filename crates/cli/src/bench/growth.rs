//! `gristmill bench --growth`: compares the growth of each rung's time with that of the work that the emulator counts.

use crate::bench::arguments::BenchArgs;
use crate::device_options::DeviceOptions;
use crate::device_options::open_for_rungs;
use crate::input;
use crate::measure::cost_table::count_costs;
use crate::measure::{TimingEffort, is_refusal, measure_rung, select_rungs};
use crate::terminal::number_format::format_count;
use crate::terminal::text_table::{TableCell, TextTable, format_table_in_parts, new_table};
use crate::terminal::{CommandResult, print_line, print_wrapped, progress_bar};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::{Device, Result};
use serde_json::json;

/// The timed sizes: the size asked for, divided by these.
const SIZE_DIVISORS: [usize; 3] = [16, 4, 1];
/// The sizes that the emulator counts.
const COUNTED_SIZES: [usize; 2] = [1 << 10, 1 << 12];
/// A time exponent that exceeds the work's by more than this is reported, as when caches overflow.
const STEEPER_BY: f64 = 0.25;

/// A rung, with the growth of its time and work.
struct RungGrowth {
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    /// Elements of the smallest and of the largest run.
    sizes: [usize; 2],
    /// The exponent of the time: 1 is in proportion to the elements, 2 to their square.
    time: f64,
    /// The exponent of the warp instructions; `None` in a build without the emulator.
    work: Option<f64>,
}

impl RungGrowth {
    fn is_steeper(&self) -> bool {
        self.work.is_some_and(|work| self.time > work + STEEPER_BY)
    }
}

pub fn bench_growth(options: &DeviceOptions, wanted: &BenchArgs, picked: &[&'static Algorithm]) -> CommandResult {
    let all = picked
        .iter()
        .map(|algorithm| select_rungs(algorithm, wanted.era, None, true))
        .collect::<Result<Vec<_>>>()?;
    let (device, here) = open_for_rungs(options, all.concat())?;
    let mut rows = Vec::new();
    let mut notes = Vec::new();
    let bar = progress_bar(here.len());
    for (algorithm, rungs) in picked.iter().zip(all) {
        let size = wanted.size.unwrap_or(algorithm.size);
        for rung in rungs
            .into_iter()
            .filter(|rung| here.iter().any(|runs| std::ptr::eq(*runs, *rung)))
        {
            bar.set_message(format!("{} {}", algorithm.name, rung.name));
            match measure_growth(&device, algorithm, rung, size) {
                Ok(Some(grown)) => rows.push(grown),
                Ok(None) => {
                    notes.push(format!("{} {}: its sizes are too near to each other", algorithm.name, rung.name))
                }
                Err(error) if is_refusal(&error) => notes.push(format!("{} {}: {error}", algorithm.name, rung.name)),
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
        print_line(format!("{:#}", json!({"device": device.info().name, "rows": rows, "notes": notes})))?;
        return Ok(true);
    }
    print_wrapped(format!(
        "On {}: the exponent of the best time over the elements (1: in proportion, 2: with their square), and that of the warp instructions \
         that the emulator counts of {} and {} elements.",
        device.info().name,
        format_count(COUNTED_SIZES[0]),
        format_count(COUNTED_SIZES[1])
    ))?;
    print_line(format_table_in_parts(&growth_table(&rows)))?;
    notes.iter().try_for_each(print_wrapped)?;
    let steeper = rows.iter().filter(|row| row.is_steeper()).count();
    print_wrapped(format!("{steeper} of {} grow steeper than their work by more than {STEEPER_BY}.", rows.len()))?;
    Ok(true)
}

fn measure_growth(
    device: &Device,
    algorithm: &'static Algorithm,
    rung: &'static Rung,
    size: usize,
) -> Result<Option<RungGrowth>> {
    let mut points = Vec::new();
    for part in SIZE_DIVISORS {
        let workload = input::generate_workload(algorithm, (size / part).max(1), 1)?;
        let (measured, _) = measure_rung(device, algorithm, rung, &workload, TimingEffort::new(40, 9))?;
        let best = measured.times.first().copied().unwrap_or(measured.first);
        points.push((measured.size as f64, best.as_secs_f64()));
    }
    let mut work = Vec::new();
    for size in COUNTED_SIZES {
        let one = count_costs(algorithm, &[rung], size, 1)?.and_then(|counted| counted.into_first());
        work.extend(one.map(|(size, counters)| (size as f64, counters.total.instructions() as f64)));
    }
    let sizes = [points[0].0, points[2].0].map(|size| size as usize);
    Ok(fit_exponent(&points).map(|time| RungGrowth { algorithm, rung, sizes, time, work: fit_exponent(&work) }))
}

/// Returns the slope of a line fitted to points on logarithmic axes; `None` if the points are too close.
fn fit_exponent(points: &[(f64, f64)]) -> Option<f64> {
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

fn growth_table(rows: &[RungGrowth]) -> TextTable {
    let mut table =
        new_table(&["algorithm", "rung", ">from", ">to", ">time", ">work", "steeper"]).with_optional(&["from"]);
    for (at, row) in rows.iter().enumerate() {
        let first = at == 0 || rows[at - 1].algorithm.name != row.algorithm.name;
        table.add_row([
            TableCell::new(if first { row.algorithm.name } else { "" }),
            TableCell::new(row.rung.name),
            TableCell::new(format_count(row.sizes[0])),
            TableCell::new(format_count(row.sizes[1])),
            TableCell::new(format!("{:.2}", row.time)),
            TableCell::new(row.work.map_or("-".to_string(), |work| format!("{work:.2}"))),
            TableCell::new(if row.is_steeper() { "yes" } else { "" }),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn power_points(power: i32) -> [(f64, f64); 3] {
        [1.0, 2.0, 4.0_f64].map(|size| (size, 3.0 * size.powi(power)))
    }

    #[test]
    fn exponents_of_powers() {
        assert!((fit_exponent(&power_points(2)).unwrap_or(0.0) - 2.0).abs() < 1e-12);
        assert!((fit_exponent(&power_points(0)).unwrap_or(9.0)).abs() < 1e-12);
        assert_eq!((fit_exponent(&[(8.0, 1.0), (8.0, 2.0)]), fit_exponent(&[])), (None, None));
    }
}
