//! Experiment: the cost of a read that must wait for another one.
//!
//! One kernel reads twelve words per element, and the host chooses their positions: the instructions stay the same.
//! Then the reads are put into chains of one read to twelve; the number of words read stays the same.
//!
//! Sources: Lefohn, Kniss and Owens, GPU Gems 2, section 33.4.1; Buck, Fatahalian and Hanrahan, GPUBench, GP2 2004.

mod block;
#[cfg(feature = "emulator")]
mod cards;
mod pattern;
mod reading;

use super::{Answer, Chart, Datum, Scale, Stopwatch, Tabulation};
use crate::algorithms::Curve;
use crate::{Device, DeviceKind, Era, Error, Result};
use pattern::{Pattern, places};
use reading::Reading;

/// Words of a block that every chain stays in: 256 bytes, so its reads are near each other.
const NEAR: usize = 64;

/// Words of several cache lines: chains that begin this far apart do not meet in the same cache lines.
const LINES: usize = 13 * 16;

const RATES: [&str; 2] = ["% in the cache, row by row", "% in the cache, in tiles of 4 x 4"];

/// Sizes of the measurement.
pub(super) struct Sizes {
    quick: bool,
    /// Elements that read in the timed runs.
    elements: usize,
    /// Elements that read on the counting emulator.
    counted: usize,
    /// Words of the largest table.
    words: usize,
    /// Columns and rows of the texture whose neighbours are read: a row is longer than the emulator's cache has lines
    /// for a column.
    texture: [usize; 2],
    /// Chain lengths.
    levels: &'static [u32],
}

pub(super) fn ask(device: &Device, quick: bool) -> Result<Answer> {
    let fragment = device.with_era(Era::Fragment)?;
    let (elements, counted, words, texture) = match (quick, device.info().kind) {
        (true, _) => (1 << 9, 1 << 8, 1 << 13, [64, 8]),
        (_, DeviceKind::Emulator) => (1 << 10, 1 << 10, 1 << 15, [1_024, 16]),
        (_, DeviceKind::Gpu) => (1 << 20, 1 << 12, 1 << 24, [1_024, 32]),
        _ => (1 << 16, 1 << 12, 1 << 22, [1_024, 32]),
    };
    let levels = if quick { &[1, 4][..] } else { &[1, 2, 3, 4, 12][..] };
    let sizes = Sizes { quick, elements, counted, words, texture, levels };
    let mut devices = vec![fragment.clone()];
    match device.with_era(Era::Compute) {
        Ok(compute) => devices.push(compute),
        Err(Error::NoDevice { .. }) => {}
        Err(error) => return Err(error),
    }
    let mut answer = Answer::default();
    if devices.len() == 1 {
        answer.notes.push("This machine has no compute era.".into());
    }
    patterns(&devices, &sizes, &mut answer)?;
    chains(&devices, &sizes, &mut answer)?;
    tables(&devices, &sizes, &mut answer)?;
    block::blocks(&fragment, &sizes, &mut answer)?;
    #[cfg(feature = "emulator")]
    cards::cards(&mut answer)?;
    Ok(answer)
}

/// Measures the same number of reads in several orders.
fn patterns(devices: &[Device], sizes: &Sizes, answer: &mut Answer) -> Result<()> {
    let words = places(sizes.words, sizes.words);
    let patterns = |elements: usize| {
        [
            ("one place for all", Pattern::ordered(0, 0)),
            ("streaming: neighbours read neighbours", Pattern::ordered(1, elements + LINES)),
            ("each element a run of its own", Pattern::ordered(12, 1)),
            ("strided: every sixteenth", Pattern::ordered(16, elements + 1)),
            ("at random", Pattern::random()),
        ]
    };
    let title = format!("Twelve reads of each of {} elements, from a table of {} words", sizes.elements, sizes.words);
    let mut table = Tabulation::new(title, &columns("places"));
    let mut readings = readings(devices, sizes, &words)?;
    for ((name, pattern), (_, counted)) in patterns(sizes.elements).into_iter().zip(patterns(sizes.counted)) {
        let times = timed(&mut readings, sizes, &pattern, name, answer)?;
        let rates = Reading::hit_rates(&words, sizes.counted, &counted)?;
        table.row(row(Datum::Words(name.into()), &times, rates));
    }
    answer.tables.push(table);
    Ok(())
}

/// Measures the same number of reads, of which more and more must wait for another one.
fn chains(devices: &[Device], sizes: &Sizes, answer: &mut Answer) -> Result<()> {
    let mut curves = Vec::new();
    let kinds = [
        ("near", NEAR, Pattern::ordered(1, sizes.elements + LINES), Pattern::ordered(1, sizes.counted + LINES)),
        ("anywhere", sizes.words, Pattern::random(), Pattern::random()),
    ];
    for (name, block, pattern, counted) in kinds {
        let words = places(sizes.words, block);
        let title = match name {
            "near" => format!("Chains that stay within {NEAR} words, begun by neighbours side by side"),
            _ => format!("Chains that go anywhere in {} words", sizes.words),
        };
        let mut table = Tabulation::new(title, &columns("reads in a chain"));
        let mut readings = readings(devices, sizes, &words)?;
        let mut drawn = [Era::Fragment, Era::Compute].map(|era| curve(&format!("{name}, {era}"), "reads in a chain"));
        for &levels in sizes.levels {
            let pattern = pattern.in_chains_of(levels);
            let times = timed(&mut readings, sizes, &pattern, name, answer)?;
            let rates = Reading::hit_rates(&words, sizes.counted, &counted.in_chains_of(levels))?;
            for (curve, time) in drawn.iter_mut().zip(&times) {
                curve.points.extend(time.map(|time| (f64::from(levels), time)));
            }
            table.row(row(Datum::Count(u64::from(levels)), &times, rates));
        }
        answer.tables.push(table);
        curves.extend(drawn.into_iter().take(devices.len()));
    }
    let title = "Time per read against the length of a chain".to_string();
    answer
        .charts
        .push(Chart { title, curves, across: Scale::Log2, up: Scale::Log10 });
    Ok(())
}

/// Measures random reads from growing tables.
fn tables(devices: &[Device], sizes: &Sizes, answer: &mut Answer) -> Result<()> {
    let mut table = Tabulation::new("Reads at random from tables that grow", &columns("words of the table"));
    let mut times_drawn = [Era::Fragment, Era::Compute].map(|era| curve(&era.to_string(), "words of the table"));
    let mut rates_drawn = ["row by row", "in tiles of 4 x 4"].map(|name| curve(name, "words of the table"));
    for bits in (2..=sizes.words.ilog2()).step_by(2) {
        let count = 1_usize << bits;
        let words = places(count, count);
        let mut readings = readings(devices, sizes, &words)?;
        let times = timed(&mut readings, sizes, &Pattern::random(), "tables that grow", answer)?;
        let rates = Reading::hit_rates(&words, sizes.counted, &Pattern::random())?;
        for (curve, time) in times_drawn.iter_mut().zip(&times) {
            curve.points.extend(time.map(|time| (count as f64, time)));
        }
        for (curve, rate) in rates_drawn.iter_mut().zip(rates.into_iter().flatten()) {
            curve.up = "% of the reads".into();
            curve.points.push((count as f64, 100.0 * rate));
        }
        table.row(row(Datum::Count(count as u64), &times, rates));
    }
    answer.tables.push(table);
    let curves = times_drawn.into_iter().take(devices.len()).collect();
    let title = "Time per read at random against the words of the table".to_string();
    answer
        .charts
        .push(Chart { title, curves, across: Scale::Log2, up: Scale::Log10 });
    let title = "What a cache of 16 KiB has of reads at random, as the emulator counts".to_string();
    answer
        .charts
        .push(Chart { title, curves: rates_drawn.into(), across: Scale::Log2, up: Scale::Linear });
    Ok(())
}

/// Creates the table of words in each era.
fn readings<'a>(devices: &[Device], sizes: &Sizes, words: &'a [u32]) -> Result<Vec<Reading<'a>>> {
    devices
        .iter()
        .map(|device| Reading::new(device, words, sizes.elements))
        .collect()
}

/// Returns nanoseconds per read in each era.
fn timed(
    readings: &mut [Reading<'_>],
    sizes: &Sizes,
    pattern: &Pattern,
    name: &str,
    answer: &mut Answer,
) -> Result<Vec<Option<f64>>> {
    let stopwatch = Stopwatch::new(sizes.quick);
    readings
        .iter_mut()
        .map(|reading| reading.time(&stopwatch, pattern, name, answer))
        .collect()
}

fn columns(first: &str) -> [&str; 5] {
    [first, "ns per read: texture", "ns per read: buffer", RATES[0], RATES[1]]
}

fn row(first: Datum, times: &[Option<f64>], rates: Option<[f64; 2]>) -> [Datum; 5] {
    let time = |era: usize| times.get(era).map_or("".into(), |time| nanoseconds(*time));
    [first, time(0), time(1), rate(rates, 0), rate(rates, 1)]
}

fn nanoseconds(time: Option<f64>) -> Datum {
    time.map_or("clock too coarse".into(), Datum::Number)
}

fn rate(rates: Option<[f64; 2]>, which: usize) -> Datum {
    rates.map_or("".into(), |rates| Datum::Number(100.0 * rates[which]))
}

fn curve(name: &str, across: &str) -> Curve {
    Curve { name: name.into(), across: across.into(), up: "nanoseconds per read".into(), points: Vec::new() }
}
