//! Experiment: the cost of each kind of read and write, and the faster kernel shape of this device.
//!
//! Each kernel reads or writes many times in one way, within so little memory that a cache holds it. The time divided
//! by their number is the cost of one, with all lanes at work.

mod writes;

use super::{Answer, Datum, Stopwatch, Tabulation};
use crate::{Device, DeviceKind, Element, Era, Error, KernelSource, Layout, Result, Sampling, Stream, kernel_pair};

const READS_KERNEL: KernelSource = kernel_pair!("experiments/probe_reads");

/// Columns and rows of the texture that is read.
const TEXTURE_SIDE: usize = 64;
/// Reads in one iteration of the loop.
const READS_PER_TURN: usize = 8;

/// Kind of read, with the number that the kernel uses for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadKind {
    Nothing = 0,
    Floats,
    Fours,
    Texels,
    Sampled,
    FloatImage,
    FourImage,
    Shared,
}

/// A way to read, with its description.
struct ReadVariant {
    words: &'static str,
    kind: ReadKind,
    fours: bool,
    filter: Option<fn() -> Sampling>,
}

const fn read_variant(words: &'static str, kind: ReadKind, fours: bool) -> ReadVariant {
    ReadVariant { words, kind, fours, filter: None }
}

const fn sampled_variant(words: &'static str, fours: bool, filter: fn() -> Sampling) -> ReadVariant {
    ReadVariant { words, kind: ReadKind::Sampled, fours, filter: Some(filter) }
}

const TEXTURE_READS: [ReadVariant; 5] = [
    read_variant("texelFetch of a float", ReadKind::Texels, false),
    read_variant("texelFetch of four", ReadKind::Texels, true),
    sampled_variant("textureLod of a float, nearest", false, Sampling::nearest),
    sampled_variant("textureLod of four, nearest", true, Sampling::nearest),
    sampled_variant("textureLod of a float, linear", false, Sampling::linear),
];
const MEMORY_READS: [ReadVariant; 5] = [
    read_variant("a float of a buffer", ReadKind::Floats, false),
    read_variant("four of a buffer", ReadKind::Fours, true),
    read_variant("imageLoad of a float", ReadKind::FloatImage, false),
    read_variant("imageLoad of four", ReadKind::FourImage, true),
    read_variant("a float of shared memory", ReadKind::Shared, false),
];

/// Sizes of the measurement.
#[derive(Clone, Copy)]
struct ProbeSizes {
    quick: bool,
    /// Invocations or fragments: a square number.
    lanes: usize,
    turns: usize,
}

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let (lanes, turns) = match (quick, device.info().kind) {
        (true, _) => (1 << 8, 2),
        (_, DeviceKind::Emulator) => (1 << 10, 8),
        (_, DeviceKind::Gpu) => (1 << 20, 32),
        _ => (1 << 14, 16),
    };
    let sizes = ProbeSizes { quick, lanes, turns };
    let mut answer = Answer::default();
    for era in [Era::Compute, Era::Fragment] {
        match device.with_era(era) {
            Ok(device) => {
                measure_reads(&device, sizes, &mut answer)?;
                writes::measure_writes(&device, sizes, &mut answer)?;
            }
            Err(Error::NoDevice { sentence, .. }) => answer.notes.push(sentence),
            Err(error) => return Err(error),
        }
    }
    let suited = match device.suited_to() {
        DeviceKind::Cpu => "a stretch of elements for each invocation is the faster shape, as on the lanes of a CPU",
        DeviceKind::Gpu => "neighbours that take elements beside each other are the faster shape, as on a GPU",
        _ => "the emulator counts what a GPU would do, so it takes the shapes of a GPU",
    };
    answer.notes.push(format!("Tried on a sum: {suited}."));
    Ok(answer)
}

fn measure_reads(device: &Device, sizes: ProbeSizes, answer: &mut Answer) -> Result<()> {
    let era = device.era();
    let mut table =
        Tabulation::new(format!("Reads of the {era} era"), &["read", "ns per read", "times a texelFetch of four"]);
    let ways: Vec<&ReadVariant> = match era {
        Era::Compute => MEMORY_READS.iter().chain(&TEXTURE_READS).collect(),
        Era::Fragment => TEXTURE_READS.iter().collect(),
    };
    let mut costs = Vec::new();
    for way in ways
        .into_iter()
        .chain([&read_variant("no read: the loop alone", ReadKind::Nothing, false)])
    {
        costs.push((way.words, nanoseconds_per_read(device, sizes, way, answer)?));
    }
    let unit = costs
        .iter()
        .find(|(words, _)| *words == TEXTURE_READS[1].words)
        .and_then(|(_, cost)| *cost);
    for (words, cost) in costs {
        table.row(cost_row(words, cost, unit));
    }
    answer.tables.push(table);
    Ok(())
}

/// Builds a row: a way, its nanoseconds, and their ratio to a unit.
fn cost_row(words: &str, cost: Option<f64>, unit: Option<f64>) -> [Datum; 3] {
    let times = cost.zip(unit).map(|(cost, unit)| cost / unit);
    [words.into(), to_datum(cost), to_datum(times)]
}

fn to_datum(number: Option<f64>) -> Datum {
    number.map_or("clock too coarse".into(), Datum::Number)
}

fn nanoseconds_per_read(
    device: &Device,
    sizes: ProbeSizes,
    way: &ReadVariant,
    answer: &mut Answer,
) -> Result<Option<f64>> {
    if way.fours {
        time_reads(device, sizes, way, &[[1.0; 4]; TEXTURE_SIDE * TEXTURE_SIDE], answer)
    } else {
        time_reads(device, sizes, way, &[1.0_f32; TEXTURE_SIDE * TEXTURE_SIDE], answer)
    }
}

fn time_reads<T: Element>(
    device: &Device,
    sizes: ProbeSizes,
    way: &ReadVariant,
    ones: &[T],
    answer: &mut Answer,
) -> Result<Option<f64>> {
    let ProbeSizes { quick, lanes, turns } = sizes;
    let in_buffer = matches!(way.kind, ReadKind::Floats | ReadKind::Fours);
    let source: Stream<T> = match in_buffer {
        true => device.stream_in(Layout::Linear, TEXTURE_SIDE * TEXTURE_SIDE, ones)?,
        false => device.stream_in(Layout::Packed, [TEXTURE_SIDE, TEXTURE_SIDE], ones)?,
    };
    let kernel = device.kernel(&READS_KERNEL.define("KIND", way.kind as u32))?;
    let mut result = device.uninit::<f32>(lanes)?;
    let reads_nothing =
        matches!(way.kind, ReadKind::Shared) || (way.kind == ReadKind::Nothing && device.era() == Era::Compute);
    let time = Stopwatch::new(quick).time(device, || {
        let call = kernel.call().uniform("turns", turns as i32);
        let call = match way.filter {
            _ if reads_nothing => call,
            Some(sampling) => call.sampled("source", &source, sampling()),
            None => call.gather("source", &source),
        };
        call.output("result", &mut result).run()
    })?;
    let reads = READS_PER_TURN * turns;
    answer.hold(result.read()?.iter().all(|sum| *sum == reads as f32), || {
        format!("{} in the {} era brings wrong numbers", way.words, device.era())
    });
    Ok(time.map(|time| time.as_secs_f64() * 1e9 / (reads * lanes) as f64))
}
