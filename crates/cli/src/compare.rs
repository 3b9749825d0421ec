//! `gristmill compare`: measures time against size, for every rung.

use super::arguments::{Arguments, Compare};
use super::columns::{Cell, table, text_in_parts};
use super::counted::counted;
use super::curves::{Told, sheets};
use super::input;
use super::measure::{Effort, Measured, measure, rungs};
use super::page::plot_of;
use super::plot::{Line, Point};
use super::run::runnable;
use super::say::{Done, progress, save, say, tell, writable};
use super::table::{count, ratio, time};
use gristmill::algorithms::{Algorithm, Rung};
use gristmill::{Device, Era, Error, Result};
use serde_json::{Value, json};
use std::time::Duration;

/// A rung whose run takes longer is left out of larger sizes.
const SLOW: Duration = Duration::from_secs(2);

pub fn compare(arguments: &Arguments, compare: &Compare) -> Done {
    let algorithm = Algorithm::find(&compare.algorithm)?;
    let (device, rungs) = runnable(arguments, rungs(algorithm, compare.era, None, true)?)?;
    let path = compare.out.join(format!("compare_{}.svg", algorithm.name));
    writable(&path)?;
    let name = &device.info().name;
    let sizes = doubling(compare.max);
    let ladder = climb(&device, algorithm, &rungs, &sizes, compare.seed, Effort::new(150, 9))?;
    let counted = counted(algorithm, &rungs, compare.max, compare.seed)?;
    let right = ladder.measured.iter().all(|measured| measured.check.passed());

    let lines = ladder.lines();
    let svg = plot_of(algorithm, name, &lines.iter().collect::<Vec<_>>())?;
    save(&path, svg)?;
    if compare.json {
        let points: Vec<_> = ladder.measured.iter().map(Measured::json).collect();
        say(format!(
            "{:#}",
            json!({
                "device": name, "algorithm": algorithm.name, "right": right, "points": points, "notes": ladder.notes,
                "counters": counted.map(|counted| counted.json()), "curves": curves_json(&ladder.told), "plot": path.display().to_string(),
            })
        ))?;
        return Ok(right);
    }
    tell(format!("{}: {}, on {name}", algorithm.name, algorithm.summary))?;
    say(ladder.table(&rungs, &sizes))?;
    tell("times are medians; the last column is the plain fragment rung's over the plain compute rung's")?;
    for note in &ladder.notes {
        tell(note)?;
    }
    if let Some(counted) = counted {
        say(counted.table())?;
    }
    for sheet in sheets(&ladder.told) {
        say(sheet.table())?;
        let path = compare.out.join(format!("compare_{}_{}.svg", algorithm.name, sheet.slug()));
        save(&path, sheet.plot(algorithm.name, name)?)?;
        say(format!("plot: {}", path.display()))?;
    }
    say(if right { "every result is right" } else { "wrong results are marked" })?;
    say(format!("plot: {}", path.display()))?;
    Ok(right)
}

fn curves_json(told: &[Told]) -> Value {
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
pub fn doubling(max: usize) -> Vec<usize> {
    let mut sizes: Vec<usize> = (4..).map(|power| 1 << power).take_while(|size| *size < max).collect();
    sizes.push(max);
    sizes
}

/// The measurements of rungs on growing sizes.
#[derive(Default)]
pub struct Ladder {
    pub measured: Vec<Measured>,
    pub notes: Vec<String>,
    /// The curves that each rung recorded at its largest size.
    pub told: Vec<Told>,
}

/// Measures each rung on each size, until it gets slow or no longer fits.
pub fn climb(
    device: &Device,
    algorithm: &'static Algorithm,
    rungs: &[&'static Rung],
    sizes: &[usize],
    seed: u32,
    effort: Effort,
) -> Result<Ladder> {
    let mut ladder = Ladder::default();
    let mut stopped: Vec<&str> = Vec::new();
    let bar = progress(sizes.len() * rungs.len());
    for &size in sizes {
        let workload = input::made_up(algorithm, size, seed)?;
        for &rung in rungs.iter() {
            bar.inc(1);
            if stopped.contains(&rung.name) {
                continue;
            }
            bar.set_message(format!("{} {} on {}", algorithm.name, rung.name, count(size)));
            let measured = match measure(device, algorithm, rung, &workload, effort) {
                Ok((measured, mut trial)) => {
                    if Some(&size) == sizes.last() || measured.median() > SLOW {
                        ladder.told.push(Told { rung, curves: trial.curves()? });
                    }
                    measured
                }
                Err(error @ Error::Limit { .. }) => {
                    ladder.notes.push(format!("{} ends before {}: {error}", rung.name, count(size)));
                    stopped.push(rung.name);
                    continue;
                }
                Err(error) => return Err(error),
            };
            if measured.median() > SLOW && Some(&size) != sizes.last() {
                let (size, median) = (count(size), time(measured.median()));
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
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for measured in &self.measured {
            let point = Point::of(measured);
            match lines.iter_mut().find(|line| line.name == measured.rung.name) {
                Some(line) => line.points.push(point),
                None => lines.push(Line {
                    name: measured.rung.name.to_string(),
                    era: measured.rung.era,
                    points: vec![point],
                }),
            }
        }
        lines
    }

    /// Formats a row for each size and a column for each rung; the ratio is that of the plain rungs.
    fn table(&self, rungs: &[&'static Rung], sizes: &[usize]) -> String {
        let mut columns = vec![">elements".to_string()];
        // One word per line keeps the columns narrow.
        columns.extend(rungs.iter().map(|rung| format!(">{}", rung.name.replace('_', "\n"))));
        columns.push(">fragment /\ncompute".to_string());
        let mut rows = table(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        for &size in sizes {
            let of = |rung: &Rung| self.measured.iter().find(|m| m.asked == size && m.rung.name == rung.name);
            let ran = self.measured.iter().find(|m| m.asked == size).map_or(size, |m| m.size);
            let mut row = vec![Cell::new(count(ran))];
            row.extend(rungs.iter().map(|rung| match of(rung) {
                Some(measured) if measured.check.passed() => Cell::new(time(measured.median())),
                Some(measured) => Cell::new(format!("WRONG {}", time(measured.median()))),
                None => Cell::new("-"),
            }));
            let plain = self
                .measured
                .iter()
                .find(|m| m.asked == size && m.plain && m.rung.era == Era::Fragment);
            row.push(Cell::new(plain.map_or("-".to_string(), |plain| ratio(plain, &self.measured))));
            rows.add_row(row);
        }
        text_in_parts(&rows)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn sizes_double_up_to_the_largest() {
        assert_eq!(super::doubling(100), [16, 32, 64, 100]);
        assert_eq!(super::doubling(64), [16, 32, 64]);
        assert_eq!(super::doubling(3), [3]);
    }
}
