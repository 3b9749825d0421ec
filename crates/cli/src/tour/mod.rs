//! The tour: every algorithm in both eras on real input, checked, timed, counted and drawn.

mod page;
mod showcase;

use crate::device_options::DeviceOptions;
use crate::device_options::open_device;
use crate::input;
use crate::measure::comparison_table::{RATIO_LEGEND, comparison_row, new_comparison};
use crate::measure::{RungMeasurement, TimingEffort, is_plain, is_refusal, measure_rung};
use crate::output_files::ensure_writable;
use crate::plots::time_plot::{RungLine, SizePoint};
use crate::terminal::number_format::{format_bytes, format_count, format_time};
use crate::terminal::text_table::{TableCell, TableLayout, TextTable, terminal_width};
use crate::terminal::{CommandResult, EarlyExit, print_line, print_wrapped, progress_bar, warn};
use crate::tour::page::{Exhibit, TourReport};
use crate::tour::showcase::{EraPictures, find_showpiece, run_showpiece};
use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload};
use gristmill::{Device, Era, Error, Result};
use indicatif::ProgressBar;
use std::path::Path;
use std::time::{Duration, Instant};

/// The extent of a tour: the seconds after which it starts no more work of a kind, and its sizes.
struct TourExtent {
    variants_end: u64,
    plain_end: u64,
    pictures_end: u64,
    plots_end: u64,
    /// The divisor of the sizes.
    share: usize,
    /// Milliseconds to spend on timing a plain rung.
    effort: u64,
}

/// For three minutes on two cores without a graphics card.
const FULL_TOUR: TourExtent =
    TourExtent { variants_end: 130, plain_end: 150, pictures_end: 160, plots_end: 168, share: 1, effort: 300 };
/// For 45 seconds on the same.
const QUICK_TOUR: TourExtent =
    TourExtent { variants_end: 30, plain_end: 36, pictures_end: 45, plots_end: 46, share: SLOW_DIVISOR, effort: 40 };

/// The sizes of the plots, besides the tour's own.
const PLOT_SIZES: [usize; 5] = [1 << 6, 1 << 10, 1 << 13, 1 << 16, 1 << 18];

/// The tour's sizes are for devices that run saxpy on this many elements in this time; on slower ones they are divided.
const REFERENCE_PACE: (usize, Duration) = (1 << 16, Duration::from_millis(4));
const SLOW_DIVISOR: usize = 16;

/// The results of the tour so far.
#[derive(Default)]
struct Tour {
    measured: Vec<RungMeasurement>,
    pictures: Vec<EraPictures>,
    /// Rungs that did not run: the algorithm, the rung and the error.
    failed: Vec<(&'static str, &'static str, Error)>,
    /// The number of rungs left out for lack of time.
    late: usize,
    /// The divisor of the sizes.
    share: usize,
    /// Milliseconds to spend on timing a plain rung.
    effort: u64,
}

pub fn run_tour(options: &DeviceOptions, quick: bool) -> CommandResult {
    let start = Instant::now();
    let folder = Path::new("target/gristmill");
    ensure_writable(&folder.join("index.html"))?;
    let device = open_device(options)?;
    let description = device.info();
    let interface = description.describe_interface();
    print_wrapped(format!("gristmill {} on {}, {interface}", env!("CARGO_PKG_VERSION"), description.name))?;
    let compute = device.with_era(Era::Compute).err();
    if let Some(error) = &compute {
        print_wrapped(format!("Only the fragment era runs: {error}"))?;
    }
    let eras: &[Era] = if compute.is_none() { &Era::ALL } else { &[Era::Fragment] };

    let all: usize = TABLE
        .iter()
        .flat_map(Algorithm::ways)
        .filter(|rung| eras.contains(&rung.era))
        .count();
    let slow = is_slow(&device)?;
    let extent = if quick { QUICK_TOUR } else { FULL_TOUR };
    let share = if slow { SLOW_DIVISOR } else { extent.share };
    let mut tour = Tour { share, effort: extent.effort, ..Tour::default() };
    if slow {
        print_wrapped(format!("It is slow, as software without vectors is: sizes are divided by {share}"))?;
    }
    print_wrapped(format!(
        "{all} rungs, the plain ones first; those that have not begun after {} s are left out",
        extent.variants_end
    ))?;
    let template = Tour::widest_rows();
    let layout = template.fit_columns(terminal_width());
    print_line(template.format_head(&layout))?;
    let bar = progress_bar(all);
    for plain in [true, false] {
        for algorithm in TABLE {
            let rungs: Vec<_> = algorithm
                .ways()
                .filter(|rung: &&Rung| is_plain(&device, algorithm, rung) == plain && eras.contains(&rung.era))
                .collect();
            let end = if plain { extent.plain_end } else { extent.variants_end };
            let before = tour.measured.len();
            tour.visit_algorithm(&device, algorithm, &rungs, &bar, || start.elapsed().as_secs() < end)?;
            bar.suspend(|| tour.print_rows(before, &layout))?;
        }
    }
    bar.finish_and_clear();
    tour.sort_rows();
    tour.draw_pictures(&device, slow, || start.elapsed().as_secs() < extent.pictures_end);
    let lines = tour.measure_lines(&device, || start.elapsed().as_secs() < extent.plots_end)?;

    let left_out = tour.describe_left_out(all, extent.variants_end, quick);
    print_line("")?;
    print_wrapped(&left_out)?;
    // Refusals are part of the answer, and not errors.
    let (refused, failed): (Vec<_>, Vec<_>) = std::mem::take(&mut tour.failed)
        .into_iter()
        .partition(|(.., error)| is_refusal(error));
    for (algorithm, rung, error) in &refused {
        print_wrapped(format!("{algorithm} {rung}: {error}"))?;
    }
    for (algorithm, rung, error) in &failed {
        warn(format!("{algorithm} {rung} did not run: {error}"));
    }
    tour.failed = failed;
    let wrong = tour.measured.iter().filter(|measured| !measured.check.passed()).count();
    print_wrapped(match (wrong, tour.failed.len()) {
        (0, 0) if !refused.is_empty() => format!(
            "{} are refused, as said above; the others, {}, are right, after {}",
            refused.len(),
            tour.measured.len(),
            format_time(start.elapsed())
        ),
        (0, 0) => format!("all {} results are right, after {}", tour.measured.len(), format_time(start.elapsed())),
        (wrong, failed) => format!("{wrong} results are WRONG, {failed} did not run"),
    })?;
    print_wrapped(RATIO_LEGEND)?;
    if !layout.left_out.is_empty() {
        print_wrapped(format!("columns left out for lack of room: {}; the page has them", layout.left_out.join(", ")))?;
    }
    let exhibits = tour.build_exhibits(&device, &lines);
    let report = TourReport {
        device: description,
        no_compute: compute.as_ref(),
        left_out: &left_out,
        all: &tour.measured,
        exhibits,
    };
    let path = page::write_page(folder, &report)?;
    print_wrapped(format!("pictures, stream graphs and plots: {}", path.display()))?;
    Ok(wrong == 0 && tour.failed.is_empty())
}

/// Returns true if the sizes must be divided, so that the tour ends in time.
fn is_slow(device: &Device) -> Result<bool> {
    let (elements, time) = REFERENCE_PACE;
    let saxpy = Algorithm::find("saxpy")?;
    let Some(rung) = saxpy.plain(Era::Fragment, device.suited_to()) else { return Ok(false) };
    match measure_rung(device, saxpy, rung, &Workload::new(elements, 1), TimingEffort::new(100, 9)) {
        Ok((measured, _)) => Ok(measured.median() > time),
        // A card with such low limits has little to run.
        Err(Error::Card { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

impl Tour {
    /// Builds a table of the widest rows possible: rows are printed before all are known.
    fn widest_rows() -> TextTable {
        let mut table = new_comparison();
        for algorithm in TABLE {
            for rung in algorithm.ways() {
                let size = format_count(algorithm.size);
                let moved = format_bytes(999_900_000);
                let wide = "99.9 ms";
                table.add_row([
                    algorithm.name,
                    rung.name,
                    &size,
                    "10,000",
                    &moved,
                    wide,
                    "0.001",
                    "different",
                    "WRONG",
                ]);
            }
        }
        table
    }

    /// Prints the rows from an index on; only the first one has the algorithm's name.
    fn print_rows(&self, from: usize, layout: &TableLayout) -> Result<(), EarlyExit> {
        for (place, measured) in self.measured.iter().skip(from).enumerate() {
            let row: Vec<TableCell> = comparison_row(measured, &self.measured, place == 0);
            print_line(layout.format_row(&row))?;
        }
        Ok(())
    }

    /// Describes the rungs left out, and the reason.
    fn describe_left_out(&self, all: usize, end: u64, quick: bool) -> String {
        let other = TABLE.iter().flat_map(Algorithm::ways).count().saturating_sub(all);
        let other = match other {
            0 => String::new(),
            other => format!(", and the {other} of the compute era, which does not run here"),
        };
        if self.late == 0 {
            return format!("left out: none of {all} rungs{other}");
        }
        let longer = if quick { "the tour without --quick has more time, and " } else { "" };
        format!(
            "left out: {} of {all} rungs, because {end} s were too short on this machine{other}; {longer}`gristmill \
             compare NAME` runs all of an algorithm",
            self.late
        )
    }

    /// Runs these rungs of an algorithm, on the tour's input, as long as there is time.
    fn visit_algorithm(
        &mut self,
        device: &Device,
        algorithm: &'static Algorithm,
        rungs: &[&'static Rung],
        bar: &ProgressBar,
        in_time: impl Fn() -> bool,
    ) -> Result<()> {
        if rungs.is_empty() {
            return Ok(());
        }
        let workload = input::tour_workload(algorithm, algorithm.size / self.share.max(1))?;
        for rung in rungs {
            bar.set_message(format!("{} {}", algorithm.name, rung.name));
            if in_time() {
                self.run_rung(device, algorithm, rung, &workload);
            } else {
                self.late += 1;
            }
            bar.inc(1);
        }
        Ok(())
    }

    /// Runs a rung; an error does not end the tour.
    fn run_rung(&mut self, device: &Device, algorithm: &'static Algorithm, rung: &'static Rung, workload: &Workload) {
        let plain = is_plain(device, algorithm, rung);
        let effort = if plain { TimingEffort::new(self.effort, 9) } else { TimingEffort::new(self.effort / 2, 7) };
        match measure_rung(device, algorithm, rung, workload, effort) {
            Ok((measured, _)) => self.measured.push(measured),
            Err(error) => self.failed.push((algorithm.name, rung.name, error)),
        }
    }

    /// Sorts the results as in the table, because the variants ran after all plain rungs.
    fn sort_rows(&mut self) {
        self.measured.sort_by_key(|measured| {
            let algorithm = TABLE.iter().position(|algorithm| algorithm.name == measured.algorithm.name);
            (algorithm, measured.algorithm.rungs.iter().position(|rung| rung.name == measured.rung.name))
        });
    }

    /// Draws the pictures of the algorithms that ran, as long as there is time.
    fn draw_pictures(&mut self, device: &Device, slow: bool, in_time: impl Fn() -> bool) {
        // Without a driver, a film takes minutes.
        let is_light = |algorithm: &Algorithm| !matches!(algorithm.part, "simulations" | "structures");
        let ran = |algorithm: &&Algorithm| {
            (!slow || is_light(algorithm)) && self.measured.iter().any(|m| m.algorithm.name == algorithm.name)
        };
        let pieces: Vec<_> = TABLE
            .iter()
            .filter(ran)
            .filter_map(|algorithm| find_showpiece(algorithm.name))
            .collect();
        let bar = progress_bar(pieces.len());
        for piece in pieces {
            if !in_time() {
                break;
            }
            bar.set_message(format!("{}, a picture", piece.name));
            self.pictures.push(run_showpiece(device, piece));
            bar.inc(1);
        }
        bar.finish_and_clear();
    }

    /// Measures time against size for the rungs that ran, smallest size first, as long as there is time; the tour's own
    /// size is already measured.
    fn measure_lines(&self, device: &Device, in_time: impl Fn() -> bool) -> Result<Vec<(&'static str, RungLine)>> {
        let mut lines: Vec<(&'static str, RungLine)> = self
            .measured
            .iter()
            .map(|m| {
                (m.algorithm.name, RungLine { name: m.rung.name.to_string(), era: m.rung.era, points: Vec::new() })
            })
            .collect();
        let bar = progress_bar(self.measured.len());
        for (measured, (_, line)) in self.measured.iter().zip(&mut lines) {
            bar.set_message(format!("{} {} by size", measured.algorithm.name, measured.rung.name));
            for size in PLOT_SIZES.into_iter().filter(|size| *size < measured.size) {
                if !in_time() {
                    break;
                }
                let workload = input::generate_workload(measured.algorithm, size, 1)?;
                // A size that fails is missing from the plot.
                if let Ok((small, _)) =
                    measure_rung(device, measured.algorithm, measured.rung, &workload, TimingEffort::new(15, 5))
                {
                    line.points.push(SizePoint::from_measurement(&small));
                }
            }
            line.points.push(SizePoint::from_measurement(measured));
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(lines)
    }

    fn build_exhibits<'a>(&'a self, device: &Device, lines: &'a [(&'static str, RungLine)]) -> Vec<Exhibit<'a>> {
        let exhibits = TABLE.iter().map(|algorithm| self.build_exhibit(device, algorithm, lines));
        exhibits.filter(|exhibit| !exhibit.measured.is_empty()).collect()
    }

    fn build_exhibit<'a>(
        &'a self,
        device: &Device,
        algorithm: &'static Algorithm,
        lines: &'a [(&'static str, RungLine)],
    ) -> Exhibit<'a> {
        let measured: Vec<_> = self.measured.iter().filter(|m| m.algorithm.name == algorithm.name).collect();
        let plain = Era::ALL.map(|era| {
            let rung = algorithm.plain(era, device.suited_to())?;
            measured.iter().copied().find(|m| m.rung.name == rung.name)
        });
        let of_algorithm = |(name, line): &'a (&'static str, RungLine)| (*name == algorithm.name).then_some(line);
        Exhibit {
            algorithm,
            plain,
            pictures: self.pictures.iter().find(|pictures| pictures.piece.name == algorithm.name),
            lines: lines.iter().filter_map(of_algorithm).collect(),
            measured,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_is_said_with_its_reason() {
        let all: usize = TABLE.iter().flat_map(Algorithm::ways).count();
        let told = |late, all, quick| Tour { late, ..Tour::default() }.describe_left_out(all, 30, quick);
        assert_eq!(told(0, all, true), format!("left out: none of {all} rungs"));
        let late = told(19, all, true);
        assert!(late.starts_with(&format!("left out: 19 of {all} rungs, because 30 s were too short")), "{late}");
        assert!(late.contains("without --quick"), "{late}");
        assert!(!told(19, all, false).contains("--quick"));
        assert!(told(0, all - 7, false).contains("the 7 of the compute era, which does not run here"));
    }

    #[test]
    fn every_row_that_may_come_has_room() {
        let layout = Tour::widest_rows().fit_columns(Some(80));
        let head = Tour::widest_rows().format_head(&layout);
        assert!(head.lines().all(|line| line.len() <= 80), "{head}");
        assert!(head.contains("rung") && head.contains("time") && head.contains("result"), "{head}");
    }
}
