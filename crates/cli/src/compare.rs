//! `gristmill compare`: measures time against size, for every rung.

use super::arguments::{Arguments, CompareArgs};
use super::comparison_table::{era_ratio, format_count, format_time};
use super::cost_table::count_costs;
use super::curves::{RungCurves, group_curves};
use super::input;
use super::measure::{RungMeasurement, TimingEffort, measure_rung, select_rungs};
use super::plot::{RungLine, SizePoint};
use super::run::open_for_rungs;
use super::terminal::{CommandResult, ensure_writable, print_line, print_wrapped, progress_bar, save_file};
use super::text_table::{TableCell, format_table_in_parts, new_table};
use super::tour_page::plot_algorithm;
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::{Device, Era, Error, Result};
use serde_json::{Value, json};
use std::time::Duration;

/// A rung whose run takes longer is left out of larger sizes.
const SLOW_RUN: Duration = Duration::from_secs(2);

pub fn compare_rungs(arguments: &Arguments, compare: &CompareArgs) -> CommandResult {
    let algorithm = Algorithm::find(&compare.algorithm)?;
    let (device, rungs) = open_for_rungs(arguments, select_rungs(algorithm, compare.era, None, true)?)?;
    let path = compare.out.join(format!("compare_{}.svg", algorithm.name));
    ensure_writable(&path)?;
    let name = &device.info().name;
    let sizes = doubling_sizes(compare.max);
    let ladder = measure_ladder(&device, algorithm, &rungs, &sizes, compare.seed, TimingEffort::new(150, 9))?;
    let counted = count_costs(algorithm, &rungs, compare.max, compare.seed)?;
    let right = ladder.measured.iter().all(|measured| measured.check.passed());

    let lines = ladder.rung_lines();
    let svg = plot_algorithm(algorithm, name, &lines.iter().collect::<Vec<_>>())?;
    save_file(&path, svg)?;
    if compare.json {
        let points: Vec<_> = ladder.measured.iter().map(RungMeasurement::to_json).collect();
        print_line(format!(
            "{:#}",
            json!({
                "device": name, "algorithm": algorithm.name, "right": right, "points": points, "notes": ladder.notes,
                "counters": counted.map(|counted| counted.to_json()), "curves": curves_json(&ladder.told), "plot": path.display().to_string(),
            })
        ))?;
        return Ok(right);
    }
    print_wrapped(format!("{}: {}, on {name}", algorithm.name, algorithm.summary))?;
    print_line(ladder.sizes_table(&rungs, &sizes))?;
    print_wrapped("times are medians; the last column is the plain fragment rung's over the plain compute rung's")?;
    for note in &ladder.notes {
        print_wrapped(note)?;
    }
    if let Some(counted) = counted {
        print_line(counted.format_costs())?;
    }
    for sheet in group_curves(&ladder.told) {
        print_line(sheet.points_table())?;
        let path = compare.out.join(format!("compare_{}_{}.svg", algorithm.name, sheet.slug()));
        save_file(&path, sheet.plot(algorithm.name, name)?)?;
        print_line(format!("plot: {}", path.display()))?;
    }
    print_line(if right { "every result is right" } else { "wrong results are marked" })?;
    print_line(format!("plot: {}", path.display()))?;
    Ok(right)
}

fn curves_json(told: &[RungCurves]) -> Value {
    let curves = told
        .iter()
        .flat_map(|told| told.curves.iter().map(|curve| (told.rung.name, curve)));
    curves
        .map(|(rung, curve)| {
            json!({
                "rung": rung, "curve": curve.name, "across": curve.across, "up": curve.up, "points": curve.points,
            })
        })
        .collect()
}

/// Returns 16, 32, 64 and so on; `max` is the last, even if it is not a power of two.
pub fn doubling_sizes(max: usize) -> Vec<usize> {
    let mut sizes: Vec<usize> = (4..).map(|power| 1 << power).take_while(|size| *size < max).collect();
    sizes.push(max);
    sizes
}

/// The measurements of rungs on growing sizes.
#[derive(Default)]
pub struct Ladder {
    pub measured: Vec<RungMeasurement>,
    pub notes: Vec<String>,
    /// The curves that each rung recorded at its largest size.
    pub told: Vec<RungCurves>,
}

/// Measures each rung on each size, until it gets slow or no longer fits.
pub fn measure_ladder(
    device: &Device,
    algorithm: &'static Algorithm,
    rungs: &[&'static Rung],
    sizes: &[usize],
    seed: u32,
    effort: TimingEffort,
) -> Result<Ladder> {
    let mut ladder = Ladder::default();
    let mut stopped: Vec<&str> = Vec::new();
    let bar = progress_bar(sizes.len() * rungs.len());
    for &size in sizes {
        let workload = input::generate_workload(algorithm, size, seed)?;
        for &rung in rungs.iter() {
            bar.inc(1);
            if stopped.contains(&rung.name) {
                continue;
            }
            bar.set_message(format!("{} {} on {}", algorithm.name, rung.name, format_count(size)));
            let measured = match measure_rung(device, algorithm, rung, &workload, effort) {
                Ok((measured, mut trial)) => {
                    if Some(&size) == sizes.last() || measured.median() > SLOW_RUN {
                        ladder.told.push(RungCurves { rung, curves: trial.curves()? });
                    }
                    measured
                }
                Err(error @ Error::Limit { .. }) => {
                    ladder
                        .notes
                        .push(format!("{} ends before {}: {error}", rung.name, format_count(size)));
                    stopped.push(rung.name);
                    continue;
                }
                Err(error) => return Err(error),
            };
            if measured.median() > SLOW_RUN && Some(&size) != sizes.last() {
                let (size, median) = (format_count(size), format_time(measured.median()));
                ladder.notes.push(format!("{} ends at {size}: a run takes {median}", rung.name));
                stopped.push(rung.name);
            }
            ladder.measured.push(measured);
        }
    }
    bar.finish_and_clear();
    Ok(ladder)
}

impl Ladder {
    /// Returns a plot line for each rung, in the order of the ladder.
    pub fn rung_lines(&self) -> Vec<RungLine> {
        let mut lines: Vec<RungLine> = Vec::new();
        for measured in &self.measured {
            let point = SizePoint::from_measurement(measured);
            match lines.iter_mut().find(|line| line.name == measured.rung.name) {
                Some(line) => line.points.push(point),
                None => lines.push(RungLine {
                    name: measured.rung.name.to_string(),
                    era: measured.rung.era,
                    points: vec![point],
                }),
            }
        }
        lines
    }

    /// Formats a row for each size and a column for each rung; the ratio is that of the plain rungs.
    fn sizes_table(&self, rungs: &[&'static Rung], sizes: &[usize]) -> String {
        let mut columns = vec![">elements".to_string()];
        // One word per line keeps the columns narrow.
        columns.extend(rungs.iter().map(|rung| format!(">{}", rung.name.replace('_', "\n"))));
        columns.push(">fragment /\ncompute".to_string());
        let mut rows = new_table(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        for &size in sizes {
            let of = |rung: &Rung| self.measured.iter().find(|m| m.asked == size && m.rung.name == rung.name);
            let ran = self.measured.iter().find(|m| m.asked == size).map_or(size, |m| m.size);
            let mut row = vec![TableCell::new(format_count(ran))];
            row.extend(rungs.iter().map(|rung| match of(rung) {
                Some(measured) if measured.check.passed() => TableCell::new(format_time(measured.median())),
                Some(measured) => TableCell::new(format!("WRONG {}", format_time(measured.median()))),
                None => TableCell::new("-"),
            }));
            let plain = self
                .measured
                .iter()
                .find(|m| m.asked == size && m.plain && m.rung.era == Era::Fragment);
            row.push(TableCell::new(plain.map_or("-".to_string(), |plain| era_ratio(plain, &self.measured))));
            rows.add_row(row);
        }
        format_table_in_parts(&rows)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_double_up_to_the_largest() {
        assert_eq!(super::doubling_sizes(100), [16, 32, 64, 100]);
        assert_eq!(super::doubling_sizes(64), [16, 32, 64]);
        assert_eq!(super::doubling_sizes(3), [3]);
    }
}
