//! The tour: every algorithm in both eras on real input, checked, timed, counted and drawn.

use super::arguments::Arguments;
use super::input;
use super::measure::{Effort, Measured, is_plain, measure};
use super::open;
use super::page::{self, Exhibit};
use super::plot::Line;
use super::say::{Done, progress, say, warn};
use super::table::{COLUMNS, RATIO, row, table, text, time};
use gristmill::algorithms::{Algorithm, Rung, TABLE, Workload};
use gristmill::{Device, Era, Error, Result};
use image::RgbaImage;
use indicatif::ProgressBar;
use std::path::Path;
use std::time::{Duration, Instant};

/// How much a tour does, and when it begins nothing more of a kind, in seconds.
struct Extent {
    variants_end: u64,
    plain_end: u64,
    plots_end: u64,
    /// What sizes are divided by.
    share: usize,
    /// The time for timing a rung, in milliseconds, if it is plain.
    effort: u64,
}

/// Within three minutes on two cores without a graphics card.
const WHOLE: Extent = Extent { variants_end: 130, plain_end: 150, plots_end: 160, share: 1, effort: 300 };
/// Within 45 seconds there.
const QUICK: Extent = Extent { variants_end: 30, plain_end: 36, plots_end: 38, share: SLOWER, effort: 40 };

/// The sizes of the plots, besides the tour's own.
const SIZES: [usize; 5] = [1 << 6, 1 << 10, 1 << 13, 1 << 16, 1 << 18];

/// The tour's sizes are for machines that mix this many elements, by saxpy, in this time; for slower ones
/// they are divided.
const PACE: (usize, Duration) = (1 << 16, Duration::from_millis(4));
const SLOWER: usize = 16;

/// What the tour gathers.
#[derive(Default)]
struct Tour {
    measured: Vec<Measured>,
    pictures: Vec<(&'static str, &'static str, RgbaImage)>,
    /// Rungs that could not run: the algorithm, the rung and why.
    failed: Vec<(&'static str, &'static str, Error)>,
    skipped: usize,
    /// What the sizes are divided by.
    share: usize,
    /// The time for timing a plain rung.
    effort: u64,
}

pub fn tour(arguments: &Arguments) -> Done {
    let start = Instant::now();
    let device = open(arguments.device, Era::Fragment)?;
    let description = device.info();
    let (major, minor) = description.opengl;
    say(format!("gristmill {} on {}, OpenGL {major}.{minor}", env!("CARGO_PKG_VERSION"), description.name))?;
    let compute = device.with_era(Era::Compute).err();
    if let Some(error) = &compute {
        say(format!("The fragment era alone: {error}"))?;
    }
    let runs = |rung: &Rung| rung.era == Era::Fragment || compute.is_none();

    let all: usize = TABLE.iter().flat_map(Algorithm::ways).filter(|rung| runs(rung)).count();
    let bar = progress(all);
    let slow = is_slow(&device)?;
    let extent = if arguments.quick { QUICK } else { WHOLE };
    let share = if slow { SLOWER } else { extent.share };
    let mut tour = Tour { share, effort: extent.effort, ..Tour::default() };
    if slow {
        say(format!("It is slow, as software without vectors is: sizes are divided by {share}"))?;
    }
    for plain in [true, false] {
        for algorithm in TABLE {
            let wanted = |rung: &&Rung| is_plain(&device, algorithm, rung) == plain && runs(rung);
            let rungs: Vec<_> = algorithm.ways().filter(wanted).collect();
            let end = if plain { extent.plain_end } else { extent.variants_end };
            tour.visit(&device, algorithm, &rungs, &bar, || start.elapsed().as_secs() < end)?;
        }
    }
    bar.finish_and_clear();
    tour.in_order();
    let lines = tour.lines(&device, || start.elapsed().as_secs() < extent.plots_end)?;

    let mut summary = table(&COLUMNS);
    let mut last = "";
    for measured in &tour.measured {
        summary.add_row(row(measured, &tour.measured, measured.algorithm.name != last));
        last = measured.algorithm.name;
    }
    say(text(&summary))?;
    say(RATIO)?;
    if tour.skipped > 0 {
        say(format!("{} rungs had no time; `gristmill compare NAME` runs them", tour.skipped))?;
    }
    let empty: Vec<_> = TABLE
        .iter()
        .filter(|algorithm| algorithm.rungs.is_empty())
        .map(|a| a.name)
        .collect();
    if !empty.is_empty() {
        say(format!("not in this version: {}", empty.join(", ")))?;
    }
    for (algorithm, rung, error) in &tour.failed {
        warn(format!("{algorithm} {rung} did not run: {error}"));
    }
    let wrong = tour.measured.iter().filter(|measured| !measured.check.passed()).count();
    say(match (wrong, tour.failed.len()) {
        (0, 0) => format!("all {} results are right, after {}", tour.measured.len(), time(start.elapsed())),
        (wrong, failed) => format!("{wrong} results are WRONG, {failed} did not run"),
    })?;
    let exhibits = tour.exhibits(&lines);
    let path = page::write(Path::new("target/gristmill"), description, compute.as_ref(), &tour.measured, &exhibits)?;
    say(format!("pictures, stream graphs and plots: {}", path.display()))?;
    Ok(wrong == 0 && tour.failed.is_empty())
}

/// Whether the sizes must be divided, so that the tour ends in time here.
fn is_slow(device: &Device) -> Result<bool> {
    let (elements, time) = PACE;
    let saxpy = Algorithm::find("saxpy")?;
    let Some(rung) = saxpy.plain(Era::Fragment, device.info().kind) else { return Ok(false) };
    let (measured, _) = measure(device, saxpy, rung, &Workload::new(elements, 1), Effort::new(100, 9))?;
    Ok(measured.median() > time)
}

impl Tour {
    /// Runs these rungs of an algorithm, on the tour's input, as long as there is time.
    fn visit(
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
        let workload = input::of_the_tour(algorithm, algorithm.size / self.share.max(1))?;
        for rung in rungs {
            bar.set_message(format!("{} {}", algorithm.name, rung.name));
            if in_time() {
                self.run(device, algorithm, rung, &workload);
            } else {
                self.skipped += 1;
            }
            bar.inc(1);
        }
        Ok(())
    }

    /// Runs a rung; what goes wrong with it does not end the tour.
    fn run(&mut self, device: &Device, algorithm: &'static Algorithm, rung: &'static Rung, workload: &Workload) {
        let plain = is_plain(device, algorithm, rung);
        let effort = if plain { Effort::new(self.effort, 9) } else { Effort::new(self.effort / 2, 7) };
        let visited = measure(device, algorithm, rung, workload, effort).and_then(|(measured, mut trial)| {
            let picture = if plain { trial.picture()? } else { None };
            Ok((measured, picture))
        });
        match visited {
            Ok((measured, picture)) => {
                self.measured.push(measured);
                self.pictures
                    .extend(picture.map(|picture| (algorithm.name, rung.name, picture)));
            }
            Err(error) => self.failed.push((algorithm.name, rung.name, error)),
        }
    }

    /// The order of the table, as the variants ran after all plain rungs.
    fn in_order(&mut self) {
        let place = |measured: &Measured| {
            let algorithm = TABLE.iter().position(|algorithm| algorithm.name == measured.algorithm.name);
            (algorithm, measured.algorithm.rungs.iter().position(|rung| rung.name == measured.rung.name))
        };
        self.measured.sort_by_key(place);
    }

    /// Time against size for the rungs that ran, as many sizes as there is time for, smallest first; the
    /// tour's own size is measured.
    fn lines(&self, device: &Device, in_time: impl Fn() -> bool) -> Result<Vec<(&'static str, Line)>> {
        let mut lines: Vec<(&'static str, Line)> = self
            .measured
            .iter()
            .map(|m| (m.algorithm.name, Line { name: m.rung.name.to_string(), era: m.rung.era, points: Vec::new() }))
            .collect();
        let bar = progress(self.measured.len());
        for (measured, (_, line)) in self.measured.iter().zip(&mut lines) {
            bar.set_message(format!("{} {} by size", measured.algorithm.name, measured.rung.name));
            for size in SIZES.into_iter().filter(|size| *size < measured.size) {
                if !in_time() {
                    break;
                }
                let workload = input::made_up(measured.algorithm, size, 1)?;
                // What fails here alone is only missing from the plot.
                if let Ok((small, _)) =
                    measure(device, measured.algorithm, measured.rung, &workload, Effort::new(15, 5))
                {
                    line.points.push((size as f64, small.median().as_secs_f64()));
                }
            }
            line.points.push((measured.size as f64, measured.median().as_secs_f64()));
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(lines)
    }

    fn exhibits<'a>(&'a self, lines: &'a [(&'static str, Line)]) -> Vec<Exhibit<'a>> {
        let of = |algorithm: &'static Algorithm| Exhibit {
            algorithm,
            measured: self.measured.iter().filter(|m| m.algorithm.name == algorithm.name).collect(),
            pictures: self.pictures.iter().filter(|(name, ..)| *name == algorithm.name).collect(),
            lines: lines
                .iter()
                .filter(|(name, _)| *name == algorithm.name)
                .map(|(_, line)| line)
                .collect(),
        };
        TABLE.iter().map(of).filter(|exhibit| !exhibit.measured.is_empty()).collect()
    }
}
