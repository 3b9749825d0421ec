//! Experiment: the cost of splitting a kernel into passes.
//!
//! A landscape of noise, longer octave by octave, as cards of the time would run it: in one pass if that fits, else
//! split. Then the longest on this device, whole and split.

use super::{Answer, Chart, Datum, Scale, Stopwatch, Tabulation};
use crate::algorithms::Curve;
use crate::{Device, Era, Kernel, KernelSource, Profile, Result, SplitKernel, Stream, fragment_kernel, random};

const SPLIT_KERNEL: KernelSource = fragment_kernel!("experiments/split_2005");
const OCTAVE_COUNTS: [usize; 5] = [1, 2, 5, 10, 20];
const CARDS: [&str; 3] = ["radeon-9700", "ps-2-0", "geforce-6800"];
const COLUMNS: [&str; 9] = [
    "octaves",
    "card",
    "passes",
    "fewest there can be",
    "arithmetic slots, whole",
    "arithmetic slots, cut",
    "reads, whole",
    "reads, cut",
    "floats kept per fragment",
];

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let device = device.with_era(Era::Fragment)?;
    let mut answer = Answer::default();
    tabulate_card_passes(&mut answer)?;
    time_split(&device, quick, &mut answer)?;
    check_rounding(&mut answer)?;
    Ok(answer)
}

fn landscape_kernel(octaves: usize) -> KernelSource {
    SPLIT_KERNEL.clone().define("OCTAVES", octaves)
}

/// Adds the table of the passes that cards need, by octaves.
fn tabulate_card_passes(answer: &mut Answer) -> Result<()> {
    let mut table = Tabulation::new("The same landscape as cards would run it", &COLUMNS);
    let mut curves = vec![];
    for card in CARDS {
        let mut curve = Curve { name: card.into(), across: "octaves".into(), up: "passes".into(), points: vec![] };
        for octaves in OCTAVE_COUNTS {
            let kernel = landscape_kernel(octaves).flat()?;
            let profile = Profile::named(card)?;
            let passes = kernel.split(profile)?;
            let fit = kernel.fit(profile);
            let demand = |thing: &str| fit.demands.iter().find(|demand| demand.thing == thing);
            let whole = |thing: &str| Datum::Count(demand(thing).map_or(0, |demand| demand.given));
            // As if nothing had to be stored and read again between passes.
            let fewest =
                |thing: &str| demand(thing).map_or(1, |demand| demand.given.div_ceil(demand.limit.unwrap_or(u64::MAX)));
            let fewest = ["arithmetic slots", "texture slots", "slots"].into_iter().map(fewest).max();
            curve.points.push((octaves as f64, passes.len() as f64));
            table.row([
                Datum::Count(octaves as u64),
                Datum::from(card),
                Datum::Count(passes.len() as u64),
                Datum::Count(fewest.unwrap_or(1)),
                whole("arithmetic slots"),
                Datum::Count(passes.iter().map(|pass| pass.arithmetic).sum()),
                whole("texture slots"),
                Datum::Count(passes.iter().map(|pass| pass.texture).sum()),
                Datum::Count(passes.iter().map(|pass| pass.floats as u64).sum()),
            ]);
        }
        curves.push(curve);
    }
    answer.tables.push(table);
    let title = "Passes of a landscape, by its octaves".into();
    answer
        .charts
        .push(Chart { title, curves, across: Scale::Linear, up: Scale::Linear });
    Ok(())
}

/// Creates the random numbers from which noise is interpolated.
fn noise_table(device: &Device) -> Result<Stream<f32>> {
    let numbers: Vec<f32> = (0..64 * 64).map(|i| random::uniform(1, i, 0)).collect();
    device.stream_of([64, 64], &numbers)
}

fn run_whole(kernel: &Kernel, table: &Stream<f32>, heights: &mut Stream<f32>) -> Result<()> {
    kernel.call().gather("table", table).output("gl_FragColor", heights).run()
}

fn run_split(split: &SplitKernel, table: &Stream<f32>, heights: &mut Stream<f32>) -> Result<()> {
    split.call().gather("table", table).output("gl_FragColor", heights).run()
}

/// Times the landscape of ten octaves on this device, whole and in passes.
fn time_split(device: &Device, quick: bool, answer: &mut Answer) -> Result<()> {
    let shape = if quick { [32, 32] } else { [512, 512] };
    let source = landscape_kernel(10);
    let numbers = noise_table(device)?;
    let kernel = device.kernel(&source)?;
    let mut heights = device.empty::<f32>(shape)?;
    let stopwatch = Stopwatch::new(quick);
    let once = stopwatch.time(device, || run_whole(&kernel, &numbers, &mut heights))?;
    let wanted = heights.read()?;

    let texels = shape.iter().product::<usize>() as u64;
    let title = format!("Ten octaves over {} x {} fragments on this machine", shape[0], shape[1]);
    let columns = ["cut for", "passes", "bytes between passes", "time", "times the whole's"];
    let mut rows = Tabulation::new(title, &columns);
    let time = Datum::Seconds(to_seconds(once));
    rows.row([Datum::from("nothing"), Datum::Count(1), Datum::Bytes(0), time, Datum::Number(1.0)]);
    for card in CARDS {
        let split = device.split(&source, Profile::named(card)?)?;
        let time = stopwatch.time(device, || run_split(&split, &numbers, &mut heights))?;
        let off = heights
            .read()?
            .iter()
            .zip(&wanted)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max);
        answer.hold(off < 1e-5, || format!("cut for the {card} it is off by {off}"));
        let textures: usize = split.passes().iter().map(|pass| pass.writes + pass.reads.len()).sum();
        let ratio = to_seconds(time).zip(to_seconds(once));
        rows.row([
            Datum::from(card),
            Datum::Count(split.passes().len() as u64),
            Datum::Bytes(textures as u64 * 16 * texels),
            Datum::Seconds(to_seconds(time)),
            ratio.map_or("".into(), |(time, once)| Datum::Number(time / once)),
        ]);
    }
    answer.tables.push(rows);
    Ok(())
}

fn to_seconds(time: Option<std::time::Duration>) -> Option<f64> {
    time.map(|time| time.as_secs_f64())
}

/// Checks that the Radeon 9700 in passes computes the same as the X800 in one: it calculates alike and has room.
fn check_rounding(answer: &mut Answer) -> Result<()> {
    let old = Device::emulator(Era::Fragment)?.with_card(Profile::named("radeon-9700")?)?;
    let new = Device::emulator(Era::Fragment)?.with_card(Profile::named("radeon-x800")?)?;
    let source = landscape_kernel(10);
    let refused = old.kernel(&source).is_err();
    answer.hold(refused, || "the Radeon 9700 takes ten octaves in one pass".into());
    let mut here = old.empty::<f32>([24, 24])?;
    let mut there = new.empty::<f32>([24, 24])?;
    run_split(&old.split(&source, Profile::named("radeon-9700")?)?, &noise_table(&old)?, &mut here)?;
    run_whole(&new.kernel(&source)?, &noise_table(&new)?, &mut there)?;
    let same = here.read()? == there.read()?;
    answer.hold(same, || "the Radeon 9700's passes and the X800's one pass differ".into());
    if same && refused {
        let said =
            "In their own numbers of 24 bits the Radeon 9700, in passes, and the X800, in one, compute the same bits.";
        answer.notes.push(said.into());
    }
    Ok(())
}
