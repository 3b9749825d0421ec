//! Measures rungs on growing sizes.

use crate::compare::curves::RungCurves;
use crate::input;
use crate::measure::comparison_table::era_ratio;
use crate::measure::{RungMeasurement, TimingEffort, is_refusal, measure_rung};
use crate::plots::time_plot::{RungLine, SizePoint};
use crate::terminal::number_format::{format_count, format_time};
use crate::terminal::progress_bar;
use crate::terminal::text_table::{TableCell, format_table_in_parts, new_table};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::{Device, Era, Result};
use std::time::Duration;

/// A rung whose run takes longer is left out of larger sizes.
const SLOW_RUN: Duration = Duration::from_secs(2);

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
                Err(error) if is_refusal(&error) => {
                    ladder
                        .notes
                        .push(format!("{} ends before {}: {error}", rung.name, format_count(size)));
                    stopped.push(rung.name);
                    continue;
                }
                Err(error) => return Err(error),
            };
            if measured.median() > SLOW_RUN && Some(&size) != sizes.last() {
                let size = format_count(size);
                let median = format_time(measured.median());
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

    fn find(&self, size: usize, rung: &Rung) -> Option<&RungMeasurement> {
        self.measured.iter().find(|m| m.asked == size && m.rung.name == rung.name)
    }

    /// Formats a row for each size and a column for each rung; the ratio is that of the plain rungs.
    pub fn sizes_table(&self, rungs: &[&'static Rung], sizes: &[usize]) -> String {
        let mut columns = vec![">elements".to_string()];
        // One word per line keeps the columns narrow.
        columns.extend(rungs.iter().map(|rung| format!(">{}", rung.name.replace('_', "\n"))));
        columns.push(">fragment /\ncompute".to_string());
        let mut rows = new_table(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        for &size in sizes {
            let ran = self.measured.iter().find(|m| m.asked == size).map_or(size, |m| m.size);
            let mut row = vec![TableCell::new(format_count(ran))];
            row.extend(rungs.iter().map(|rung| match self.find(size, rung) {
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
