//! Experiment: the cost of reading the previous pass's result, then and now.
//!
//! The same chain of passes in the ways of 2004 (GPU Gems 2, section 33.4.3) and in those since: each pass reads what
//! the one before it has drawn.

use super::{Answer, Chart, Datum, Scale, Stopwatch, Tabulation};
use crate::algorithms::Curve;
use crate::{
    Device, DeviceKind, Era, KernelSource, PingPong, RenderToTexture, Result, SurfaceCounts, Surfaces, fragment_kernel,
    random,
};
use image::Rgba;

const STEP_KERNEL: KernelSource = fragment_kernel!("experiments/surfaces");
/// The same text for contexts that are not the library's.
const STEP_TEXT: &str = include_str!("../../fragment_kernels/experiments/surfaces.frag");

const PASSES: usize = 64;
const COLUMNS: [&str; 6] = ["way", "contexts switched", "surfaces switched", "copies", "copied", "64 passes"];

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let device = device.with_era(Era::Fragment)?;
    let sides: &[usize] = if quick { &[32] } else { &[16, 64, 256] };
    let stopwatch = Stopwatch::new(quick);
    let mut answer = Answer::default();
    let mut curves: Vec<Curve> = Vec::new();
    for &side in sides {
        let start: Vec<u8> = (0..4 * side * side).map(|i| random::word(4, i as u32, 0) as u8).collect();
        let expected = expected_chain(&start, side);
        let title = format!("{PASSES} passes over {side} x {side} texels of four bytes");
        let mut table = Tabulation::new(title, &COLUMNS);
        let mut rows = measure_ways(&device, side, &start, &expected, stopwatch, &mut answer)?;
        rows.push(measure_library(&device, side, &start, &expected, stopwatch, &mut answer)?);
        for (name, counts, time) in rows {
            let SurfaceCounts { contexts, surfaces, copies, copied_bytes } = counts;
            table.row([
                Datum::Words(name.clone()),
                Datum::Count(contexts),
                Datum::Count(surfaces),
                Datum::Count(copies),
                Datum::Bytes(copied_bytes),
                time.unwrap_or(Datum::from("not run")),
            ]);
            if let Some(Datum::Seconds(Some(seconds))) = table.rows[table.rows.len() - 1].last() {
                let point = (side as f64, seconds / PASSES as f64);
                match curves.iter_mut().find(|curve| curve.name == name) {
                    Some(curve) => curve.points.push(point),
                    None => curves.push(Curve {
                        name,
                        across: "texels along a side".into(),
                        up: "seconds per pass".into(),
                        points: vec![point],
                    }),
                }
            }
        }
        answer.tables.push(table);
    }
    time_switches(&device, stopwatch, &mut answer)?;
    answer.notes.push(feedback_refusal(&device)?);
    answer.notes.dedup();
    if sides.len() > 1 && !curves.is_empty() {
        let title = "time of a pass against the side of what it draws".into();
        answer
            .charts
            .push(Chart { title, curves, across: Scale::Log2, up: Scale::Log10 });
    }
    Ok(answer)
}

/// A way, its counts, and its time if it was run.
type WayRow = (String, SurfaceCounts, Option<Datum>);

/// Measures the ways with pbuffers and framebuffer objects, in their own contexts.
fn measure_ways(
    device: &Device,
    side: usize,
    start: &[u8],
    expected: &[u8],
    stopwatch: Stopwatch,
    answer: &mut Answer,
) -> Result<Vec<WayRow>> {
    let counted = |way: RenderToTexture, bound| way.counts(PASSES as u64, start.len() as u64, bound);
    let opened = match device.info().kind {
        DeviceKind::Emulator => {
            Err("The emulator has no surfaces to switch: of those ways it has the counts alone.".into())
        }
        _ => Surfaces::open(side, STEP_TEXT).map_err(|error| format!("The counts alone: {error}.")),
    };
    let mut surfaces = match opened {
        Ok(surfaces) => surfaces,
        Err(why) => {
            answer.notes.push(why);
            let rows = RenderToTexture::ALL.map(|way| (way.words().to_string(), counted(way, false), None));
            return Ok(rows.into());
        }
    };
    let binding = surfaces.binding();
    answer.notes.push(format!("{}.", binding.words()));
    let mut rows = Vec::new();
    for way in RenderToTexture::ALL {
        if !surfaces.has(way) {
            answer
                .notes
                .push(format!("{}: the driver has no texture barriers.", way.words()));
            continue;
        }
        surfaces.begin(way, start)?;
        surfaces.steps(PASSES)?;
        let counts = surfaces.counts();
        answer.hold(surfaces.read()? == expected, || format!("{} gives other bytes", way.words()));
        let told = counted(way, binding == crate::SurfaceBinding::Shown);
        answer.hold(told == counts, || format!("{} counts {counts:?}, not {told:?}", way.words()));
        let time = stopwatch.time(device, || surfaces.steps(PASSES))?;
        rows.push((way.words().into(), counts, Some(Datum::Seconds(time.map(|time| time.as_secs_f64())))));
    }
    Ok(rows)
}

/// Times a switch when nothing was drawn since the last one.
fn time_switches(device: &Device, stopwatch: Stopwatch, answer: &mut Answer) -> Result<()> {
    if device.info().kind == DeviceKind::Emulator {
        return Ok(());
    }
    let Ok(mut surfaces) = Surfaces::open(16, STEP_TEXT) else { return Ok(()) };
    let mut table = Tabulation::new("a switch alone, nothing drawn", &["what is made current", "a switch"]);
    let ways = [
        (RenderToTexture::Contexts, "another surface and another context"),
        (RenderToTexture::Surfaces, "another surface, the same context"),
    ];
    for (way, words) in ways {
        let time = stopwatch.time(device, || surfaces.switches(way, PASSES))?;
        table.row([words.into(), Datum::Seconds(time.map(|time| time.as_secs_f64() / PASSES as f64))]);
    }
    answer.tables.push(table);
    Ok(())
}

/// Measures the same chain with the library's ping-pong streams.
fn measure_library(
    device: &Device,
    side: usize,
    start: &[u8],
    expected: &[u8],
    stopwatch: Stopwatch,
    answer: &mut Answer,
) -> Result<WayRow> {
    let (texels, _) = start.as_chunks::<4>();
    let texels: Vec<Rgba<u8>> = texels.iter().map(|texel| Rgba(*texel)).collect();
    let kernel = device.kernel(&STEP_KERNEL)?;
    let mut chain = PingPong::new(device.stream_of([side, side], &texels)?, device.empty([side, side])?);
    let run = |chain: &mut PingPong<Rgba<u8>>| -> Result<()> {
        for _ in 0..PASSES {
            chain.step(|now, next| {
                let call = kernel.call().uniform("from", 0).uniform("to", 0).uniform("side", side as i32);
                call.gather("source", now).output("result", next).run()
            })?;
        }
        device.finish()
    };
    run(&mut chain)?;
    let given: Vec<u8> = chain.now().read()?.iter().flat_map(|texel| texel.0).collect();
    answer.hold(given == expected, || "the library's passes give other bytes".into());
    let time = stopwatch.time(device, || run(&mut chain))?;
    let time = Datum::Seconds(time.map(|time| time.as_secs_f64()));
    Ok(("this library".into(), SurfaceCounts::default(), Some(time)))
}

/// Returns the library's error for a pass that reads what it writes.
fn feedback_refusal(device: &Device) -> Result<String> {
    let mut both = device.empty::<Rgba<u8>>([4, 4])?;
    let kernel = device.kernel(&STEP_KERNEL)?;
    let call = kernel.call().uniform("from", 0).uniform("to", 0).uniform("side", 4);
    Ok(match call.update("source", &mut both).run() {
        Err(error) => format!("One surface as source and target: {error}."),
        Ok(()) => "One surface was source and target, and no error was reported.".into(),
    })
}

/// Computes the chain on the host.
fn expected_chain(start: &[u8], side: usize) -> Vec<u8> {
    let mut now = start.to_vec();
    for _ in 0..PASSES {
        let places = (0..side).flat_map(|y| (0..side).flat_map(move |x| (0..4).map(move |lane| (x, y, lane))));
        let next = places.map(|(x, y, lane)| {
            (3 * read_lane(x, y, lane, &now, side)
                + read_lane(x + 1, y, lane, &now, side)
                + read_lane(x, y + 1, lane, &now, side)) as u8
        });
        now = next.collect();
    }
    now
}

fn read_lane(x: usize, y: usize, lane: usize, now: &[u8], side: usize) -> u32 {
    u32::from(now[4 * ((y % side) * side + x % side) + lane])
}
