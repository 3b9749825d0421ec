//! Experiment: the cost of each kind of read and write, and the faster kernel shape of this device.
//!
//! Each kernel reads or writes many times in one way, within so little memory that a cache holds it. The time divided
//! by their number is the cost of one, with all lanes at work.

mod writes;

use super::{Answer, Datum, Stopwatch, Tabulation};
use crate::{Device, DeviceKind, Element, Era, Error, KernelSource, Layout, Result, Sampling, Stream, kernel_pair};

const READS: KernelSource = kernel_pair!("experiments/probe_reads");

/// Columns and rows of the texture that is read.
const SIDE: usize = 64;
/// Reads in one iteration of the loop.
const READS_PER_TURN: usize = 8;

/// A kind of read; the number is the one in the kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
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
struct Way {
    words: &'static str,
    kind: Kind,
    fours: bool,
    filter: Option<fn() -> Sampling>,
}

const fn way(words: &'static str, kind: Kind, fours: bool) -> Way {
    Way { words, kind, fours, filter: None }
}

const fn sampled(words: &'static str, fours: bool, filter: fn() -> Sampling) -> Way {
    Way { words, kind: Kind::Sampled, fours, filter: Some(filter) }
}

const TEXTURES: [Way; 5] = [
    way("texelFetch of a float", Kind::Texels, false),
    way("texelFetch of four", Kind::Texels, true),
    sampled("textureLod of a float, nearest", false, Sampling::nearest),
    sampled("textureLod of four, nearest", true, Sampling::nearest),
    sampled("textureLod of a float, linear", false, Sampling::linear),
];
const MEMORIES: [Way; 5] = [
    way("a float of a buffer", Kind::Floats, false),
    way("four of a buffer", Kind::Fours, true),
    way("imageLoad of a float", Kind::FloatImage, false),
    way("imageLoad of four", Kind::FourImage, true),
    way("a float of shared memory", Kind::Shared, false),
];

/// Sizes of the measurement.
#[derive(Clone, Copy)]
struct Sizes {
    quick: bool,
    /// Invocations or fragments: a square number.
    lanes: usize,
    turns: usize,
}

pub(super) fn ask(device: &Device, quick: bool) -> Result<Answer> {
    let (lanes, turns) = match (quick, device.info().kind) {
        (true, _) => (1 << 8, 2),
        (_, DeviceKind::Emulator) => (1 << 10, 8),
        (_, DeviceKind::Gpu) => (1 << 20, 32),
        _ => (1 << 14, 16),
    };
    let (sizes, mut answer) = (Sizes { quick, lanes, turns }, Answer::default());
    for era in [Era::Compute, Era::Fragment] {
        match device.with_era(era) {
            Ok(device) => {
                reads(&device, sizes, &mut answer)?;
                writes::writes(&device, sizes, &mut answer)?;
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

fn reads(device: &Device, sizes: Sizes, answer: &mut Answer) -> Result<()> {
    let era = device.era();
    let mut table =
        Tabulation::new(format!("Reads of the {era} era"), &["read", "ns per read", "times a texelFetch of four"]);
    let ways: Vec<&Way> = match era {
        Era::Compute => MEMORIES.iter().chain(&TEXTURES).collect(),
        Era::Fragment => TEXTURES.iter().collect(),
    };
    let mut costs = Vec::new();
    for way in ways.into_iter().chain([&way("no read: the loop alone", Kind::Nothing, false)]) {
        costs.push((way.words, nanoseconds(device, sizes, way, answer)?));
    }
    let unit = costs
        .iter()
        .find(|(words, _)| *words == TEXTURES[1].words)
        .and_then(|(_, cost)| *cost);
    for (words, cost) in costs {
        table.row(cost_row(words, cost, unit));
    }
    answer.tables.push(table);
    Ok(())
}

/// Builds a row: a way, its nanoseconds, and their ratio to a unit.
fn cost_row(words: &str, cost: Option<f64>, unit: Option<f64>) -> [Datum; 3] {
    let number = |number: Option<f64>| number.map_or("clock too coarse".into(), Datum::Number);
    let times = cost.zip(unit).map(|(cost, unit)| cost / unit);
    [words.into(), number(cost), number(times)]
}

fn nanoseconds(device: &Device, sizes: Sizes, way: &Way, answer: &mut Answer) -> Result<Option<f64>> {
    if way.fours {
        timed(device, sizes, way, &[[1.0; 4]; SIDE * SIDE], answer)
    } else {
        timed(device, sizes, way, &[1.0_f32; SIDE * SIDE], answer)
    }
}

fn timed<T: Element>(device: &Device, sizes: Sizes, way: &Way, ones: &[T], answer: &mut Answer) -> Result<Option<f64>> {
    let Sizes { quick, lanes, turns } = sizes;
    let in_buffer = matches!(way.kind, Kind::Floats | Kind::Fours);
    let source: Stream<T> = match in_buffer {
        true => device.stream_in(Layout::Linear, SIDE * SIDE, ones)?,
        false => device.stream_in(Layout::Packed, [SIDE, SIDE], ones)?,
    };
    let kernel = device.kernel(&READS.define("KIND", way.kind as u32))?;
    let mut result = device.uninit::<f32>(lanes)?;
    let reads_nothing = matches!(way.kind, Kind::Shared) || (way.kind == Kind::Nothing && device.era() == Era::Compute);
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
