//! Experiment: the cost of a read that must wait for another one.
//!
//! One kernel reads twelve words per element, and the host chooses their positions: the instructions stay the same.
//! Then the reads are put into chains of one read to twelve; the number of words read stays the same.
//!
//! Sources: Lefohn, Kniss and Owens, GPU Gems 2, section 33.4.1; Buck, Fatahalian and Hanrahan, GPUBench, GP2 2004.

#[cfg(feature = "emulator")]
mod card_limits;
mod read_pattern;
mod table_reading;
mod texel_blocks;

use super::{Answer, Chart, Datum, Scale, Stopwatch, Tabulation};
use crate::algorithms::Curve;
use crate::{Device, DeviceKind, Era, Error, Result};
use read_pattern::{ReadPattern, place_table};
use table_reading::TableReading;

/// Words of a block that every chain stays in: 256 bytes, so its reads are near each other.
const NEAR_WORDS: usize = 64;

/// Words of several cache lines: chains that begin this far apart do not meet in the same cache lines.
const CHAIN_OFFSET: usize = 13 * 16;

const RATE_COLUMNS: [&str; 2] = ["% in the cache, row by row", "% in the cache, in tiles of 4 x 4"];

/// Sizes of the measurement.
pub(super) struct ReadSizes {
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

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let fragment = device.with_era(Era::Fragment)?;
    let (elements, counted, words, texture) = match (quick, device.info().kind) {
        (true, _) => (1 << 9, 1 << 8, 1 << 13, [64, 8]),
        (_, DeviceKind::Emulator) => (1 << 10, 1 << 10, 1 << 15, [1_024, 16]),
        (_, DeviceKind::Gpu) => (1 << 20, 1 << 12, 1 << 24, [1_024, 32]),
        _ => (1 << 16, 1 << 12, 1 << 22, [1_024, 32]),
    };
    let levels = if quick { &[1, 4][..] } else { &[1, 2, 3, 4, 12][..] };
    let sizes = ReadSizes { quick, elements, counted, words, texture, levels };
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
    measure_patterns(&devices, &sizes, &mut answer)?;
    measure_chains(&devices, &sizes, &mut answer)?;
    measure_table_sizes(&devices, &sizes, &mut answer)?;
    texel_blocks::measure_blocks(&fragment, &sizes, &mut answer)?;
    #[cfg(feature = "emulator")]
    card_limits::tabulate_cards(&mut answer)?;
    Ok(answer)
}

/// Measures the same number of reads in several orders.
fn measure_patterns(devices: &[Device], sizes: &ReadSizes, answer: &mut Answer) -> Result<()> {
    let words = place_table(sizes.words, sizes.words);
    let title = format!("Twelve reads of each of {} elements, from a table of {} words", sizes.elements, sizes.words);
    let mut table = Tabulation::new(title, &table_columns("places"));
    let mut readings = table_readings(devices, sizes, &words)?;
    for ((name, pattern), (_, counted)) in list_patterns(sizes.elements).into_iter().zip(list_patterns(sizes.counted)) {
        let times = time_readings(&mut readings, sizes, &pattern, name, answer)?;
        let rates = TableReading::hit_rates(&words, sizes.counted, &counted)?;
        table.row(table_row(Datum::Words(name.into()), &times, rates));
    }
    answer.tables.push(table);
    Ok(())
}

fn list_patterns(elements: usize) -> [(&'static str, ReadPattern); 5] {
    [
        ("one place for all", ReadPattern::in_order(0, 0)),
        ("streaming: neighbours read neighbours", ReadPattern::in_order(1, elements + CHAIN_OFFSET)),
        ("each element a run of its own", ReadPattern::in_order(12, 1)),
        ("strided: every sixteenth", ReadPattern::in_order(16, elements + 1)),
        ("at random", ReadPattern::at_random()),
    ]
}

/// Measures the same number of reads, of which more and more must wait for another one.
fn measure_chains(devices: &[Device], sizes: &ReadSizes, answer: &mut Answer) -> Result<()> {
    let mut curves = Vec::new();
    let kinds = [
        (
            "near",
            NEAR_WORDS,
            ReadPattern::in_order(1, sizes.elements + CHAIN_OFFSET),
            ReadPattern::in_order(1, sizes.counted + CHAIN_OFFSET),
        ),
        ("anywhere", sizes.words, ReadPattern::at_random(), ReadPattern::at_random()),
    ];
    for (name, block, pattern, counted) in kinds {
        let words = place_table(sizes.words, block);
        let title = match name {
            "near" => format!("Chains that stay within {NEAR_WORDS} words, begun by neighbours side by side"),
            _ => format!("Chains that go anywhere in {} words", sizes.words),
        };
        let mut table = Tabulation::new(title, &table_columns("reads in a chain"));
        let mut readings = table_readings(devices, sizes, &words)?;
        let mut drawn =
            [Era::Fragment, Era::Compute].map(|era| empty_curve(&format!("{name}, {era}"), "reads in a chain"));
        for &levels in sizes.levels {
            let pattern = pattern.with_chain_length(levels);
            let times = time_readings(&mut readings, sizes, &pattern, name, answer)?;
            let rates = TableReading::hit_rates(&words, sizes.counted, &counted.with_chain_length(levels))?;
            for (curve, time) in drawn.iter_mut().zip(&times) {
                curve.points.extend(time.map(|time| (f64::from(levels), time)));
            }
            table.row(table_row(Datum::Count(u64::from(levels)), &times, rates));
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
fn measure_table_sizes(devices: &[Device], sizes: &ReadSizes, answer: &mut Answer) -> Result<()> {
    let mut table = Tabulation::new("Reads at random from tables that grow", &table_columns("words of the table"));
    let mut times_drawn = [Era::Fragment, Era::Compute].map(|era| empty_curve(&era.to_string(), "words of the table"));
    let mut rates_drawn = ["row by row", "in tiles of 4 x 4"].map(|name| empty_curve(name, "words of the table"));
    for bits in (2..=sizes.words.ilog2()).step_by(2) {
        let count = 1_usize << bits;
        let words = place_table(count, count);
        let mut readings = table_readings(devices, sizes, &words)?;
        let times = time_readings(&mut readings, sizes, &ReadPattern::at_random(), "tables that grow", answer)?;
        let rates = TableReading::hit_rates(&words, sizes.counted, &ReadPattern::at_random())?;
        for (curve, time) in times_drawn.iter_mut().zip(&times) {
            curve.points.extend(time.map(|time| (count as f64, time)));
        }
        for (curve, rate) in rates_drawn.iter_mut().zip(rates.into_iter().flatten()) {
            curve.up = "% of the reads".into();
            curve.points.push((count as f64, 100.0 * rate));
        }
        table.row(table_row(Datum::Count(count as u64), &times, rates));
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
fn table_readings<'a>(devices: &[Device], sizes: &ReadSizes, words: &'a [u32]) -> Result<Vec<TableReading<'a>>> {
    devices
        .iter()
        .map(|device| TableReading::new(device, words, sizes.elements))
        .collect()
}

/// Returns nanoseconds per read in each era.
fn time_readings(
    readings: &mut [TableReading<'_>],
    sizes: &ReadSizes,
    pattern: &ReadPattern,
    name: &str,
    answer: &mut Answer,
) -> Result<Vec<Option<f64>>> {
    let stopwatch = Stopwatch::new(sizes.quick);
    readings
        .iter_mut()
        .map(|reading| reading.time_per_read(&stopwatch, pattern, name, answer))
        .collect()
}

fn table_columns(first: &str) -> [&str; 5] {
    [first, "ns per read: texture", "ns per read: buffer", RATE_COLUMNS[0], RATE_COLUMNS[1]]
}

fn table_row(first: Datum, times: &[Option<f64>], rates: Option<[f64; 2]>) -> [Datum; 5] {
    let time = |era: usize| times.get(era).map_or("".into(), |time| nanoseconds_datum(*time));
    [first, time(0), time(1), hit_rate_datum(rates, 0), hit_rate_datum(rates, 1)]
}

fn nanoseconds_datum(time: Option<f64>) -> Datum {
    time.map_or("clock too coarse".into(), Datum::Number)
}

fn hit_rate_datum(rates: Option<[f64; 2]>, which: usize) -> Datum {
    rates.map_or("".into(), |rates| Datum::Number(100.0 * rates[which]))
}

fn empty_curve(name: &str, across: &str) -> Curve {
    Curve { name: name.into(), across: across.into(), up: "nanoseconds per read".into(), points: Vec::new() }
}
