//! Experiment: the best place to compute the positions of neighbours.
//!
//! A sum over a texel and its four neighbours, in kernels of GLSL 1.10. The neighbours' positions are computed in
//! each fragment, by the host for a whole pass, in three vertices, or by the compiler.
//!
//! Source: Lefohn, Kniss and Owens, GPU Gems 2, section 33.4.2, 2005.

#[cfg(feature = "emulator")]
mod card_slots;
mod placement;

use super::{Answer, Datum, Stopwatch, Tabulation};
use crate::{Device, DeviceKind, Era, Result};
use placement::{NeighbourSumPass, NeighbourWeights, Placement};
use std::time::{SystemTime, UNIX_EPOCH};

const FIRST_WEIGHTS: NeighbourWeights = NeighbourWeights { centre: 4, beside: 3 };

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let device = device.with_era(Era::Fragment)?;
    let side = match (quick, device.info().kind) {
        (true, _) => 32,
        (_, DeviceKind::Emulator) => 64,
        (_, DeviceKind::Gpu) => 2_048,
        _ => 512,
    };
    let mut answer = Answer::default();
    let stopwatch = Stopwatch::new(quick);
    let texels: Vec<f32> = (0..side * side).map(|at| (at * 11 % 16) as f32).collect();
    let mut pass = NeighbourSumPass::new(&device, side, &texels)?;

    let title = format!("Five texels added, at {side} x {side} places");
    let mut table = Tabulation::new(
        title,
        &["who computes the places", "how often", "time of a pass", "ns per element", "instructions per warp"],
    );
    let mut times = Vec::new();
    for way in Placement::ALL {
        let time = stopwatch
            .time(&device, || pass.run_with(way, FIRST_WEIGHTS))?
            .map(|time| time.as_secs_f64());
        let name = way.name();
        answer.hold(pass.is_right(&texels, FIRST_WEIGHTS)?, || format!("{name}: the sums are wrong"));
        let each = time.map_or("clock too coarse".into(), |time| Datum::Number(time * 1e9 / (side * side) as f64));
        let instructions = count_instructions(way)?;
        table.row([name.into(), Datum::Words(way.computation_count(side)), Datum::Seconds(time), each, instructions]);
        times.push((way, time));
    }
    answer.tables.push(table);
    #[cfg(feature = "emulator")]
    card_slots::tabulate_slots(&mut answer)?;
    tabulate_payback(&device, &stopwatch, &mut pass, &times, &texels, &mut answer)?;
    Ok(answer)
}

/// Adds the costs of changed weights, by uniforms and by constants, and the number of passes after which constants
/// pay.
fn tabulate_payback(
    device: &Device,
    stopwatch: &Stopwatch,
    pass: &mut NeighbourSumPass,
    times: &[(Placement, Option<f64>)],
    texels: &[f32],
    answer: &mut Answer,
) -> Result<()> {
    let mut fresh = UnseenWeights::new();
    let mut last = FIRST_WEIGHTS;
    let mut renewed = |way: Placement, pass: &mut NeighbourSumPass| {
        let time = stopwatch.time(device, || {
            last = fresh.next_weights();
            pass.run_with(way, last)?;
            device.finish()
        })?;
        let right = pass.is_right(texels, last)?;
        answer.hold(right, || format!("{}, with other weights: the sums are wrong", way.name()));
        Ok(time.map(|time| time.as_secs_f64()))
    };
    let by_constants = renewed(Placement::Constants, pass)?;
    let uniforms = [Placement::Fragment, Placement::Uniforms, Placement::Vertices];
    let firsts = uniforms.map(|way| renewed(way, pass));
    let of = |wanted: Placement| times.iter().find(|(way, _)| *way == wanted).and_then(|(_, time)| *time);

    let mut table = Tabulation::new(
        "Other weights for the next passes",
        &[
            "against",
            "first pass",
            "constants: compiled, first pass",
            "each later pass",
            "constants: each later pass",
            "constants pay after",
        ],
    );
    for (way, first) in uniforms.into_iter().zip(firsts) {
        let first = first?;
        let passes = match (first, by_constants, of(way), of(Placement::Constants)) {
            (Some(first), Some(compiled), Some(each), Some(constant)) => {
                payback_passes(compiled - first, each, constant)
            }
            _ => "clock too coarse".into(),
        };
        table.row([
            way.name().into(),
            Datum::Seconds(first),
            Datum::Seconds(by_constants),
            Datum::Seconds(of(way)),
            Datum::Seconds(of(Placement::Constants)),
            passes,
        ]);
    }
    answer.tables.push(table);
    Ok(())
}

/// Returns the number of passes that make up for the cost of a compilation, if a pass takes `constant` seconds
/// instead of `each`.
fn payback_passes(cost: f64, each: f64, constant: f64) -> Datum {
    // Times vary by a twentieth anyway.
    if constant > 0.95 * each {
        return "never here".into();
    }
    Datum::Words(format!("{} passes", (cost / (each - constant)).ceil().max(1.0)))
}

/// Weights that no compiler has seen: drivers cache compiled kernels from one process to the next.
struct UnseenWeights(u64);

impl UnseenWeights {
    fn new() -> UnseenWeights {
        UnseenWeights(
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(1, |time| time.as_micros() as u64),
        )
    }

    fn next_weights(&mut self) -> NeighbourWeights {
        self.0 += 1;
        // Sums of five texels below 16 stay exact in a float of 24 bits.
        NeighbourWeights { centre: (self.0 % 65_521) as u32, beside: (self.0 / 65_521 % 65_519) as u32 }
    }
}

/// Counts the instructions that a warp of the emulator runs for 32 fragments of a small texture, including the
/// vertices.
#[cfg(feature = "emulator")]
fn count_instructions(way: Placement) -> Result<Datum> {
    const SIDE: usize = 64;
    let emulator = Device::emulator(Era::Fragment)?;
    emulator.listen(Some(crate::finding::Listening::COUNTERS))?;
    NeighbourSumPass::new(&emulator, SIDE, &[0.0; SIDE * SIDE])?.run_with(way, FIRST_WEIGHTS)?;
    let warps = (SIDE * SIDE / 32) as f64;
    Ok(Datum::Number(emulator.counters()?.total.instructions() as f64 / warps))
}

#[cfg(not(feature = "emulator"))]
fn count_instructions(_: Placement) -> Result<Datum> {
    Ok("".into())
}
