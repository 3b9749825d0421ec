//! Positions of four algorithms of the library under the roof.

use super::{BILLION, Roof, rate_curve};
use crate::algorithms::nbody::{Bodies, HostBodies, Motion};
use crate::algorithms::{Curve, heat, matmul, nbody, saxpy};
use crate::experiments::{Answer, Datum, Stopwatch, Tabulation};
use crate::{Device, DeviceKind, Result};

/// Measurements of one run of an algorithm.
struct AlgorithmRun {
    name: &'static str,
    /// Description of the input's size.
    size: String,
    /// Additions, subtractions, products and roots, counted in the kernel's source.
    operations: f64,
    /// Bytes that must come from memory and go there, if every number does so once.
    bytes: f64,
    seconds: Option<f64>,
}

/// Adds a table of the four algorithms, and returns a point for each.
pub(super) fn tabulate_algorithms(device: &Device, quick: bool, roof: Roof, answer: &mut Answer) -> Result<Vec<Curve>> {
    let runs = [
        run_saxpy(device, quick, answer)?,
        run_heat(device, quick, answer)?,
        run_nbody(device, quick, answer)?,
        run_matmul(device, quick, answer)?,
    ];
    let columns = [
        "algorithm",
        "of",
        "operations",
        "bytes",
        "operations per byte",
        "time",
        "billions of operations per second",
        "share of the roof there",
    ];
    let mut table = Tabulation::new(format!("Under the roof of the {} era", device.era()), &columns);
    let mut curves = Vec::new();
    for run in runs {
        let intensity = run.operations / run.bytes;
        let speed = run.seconds.map(|seconds| run.operations / seconds);
        if let Some(speed) = speed {
            curves.push(rate_curve(run.name, vec![(intensity, speed / BILLION)]));
        }
        table.row([
            run.name.into(),
            Datum::Words(run.size),
            Datum::Count(run.operations as u64),
            Datum::Bytes(run.bytes as u64),
            Datum::Number(intensity),
            Datum::Seconds(run.seconds),
            speed.map_or("".into(), |speed| Datum::Number(speed / BILLION)),
            speed.map_or("".into(), |speed| Datum::Number(speed / roof.attainable_rate(intensity))),
        ]);
    }
    answer.tables.push(table);
    Ok(curves)
}

/// Selects a size: quick, for the emulator, for a CPU or for a GPU.
fn size_for(device: &Device, quick: bool, [tried, played, processor, gpu]: [usize; 4]) -> usize {
    match (quick, device.info().kind) {
        (true, _) => tried,
        (_, DeviceKind::Emulator) => played,
        (_, DeviceKind::Gpu) => gpu,
        _ => processor,
    }
}

fn time_seconds(device: &Device, quick: bool, work: impl FnMut() -> Result<()>) -> Result<Option<f64>> {
    Ok(Stopwatch::new(quick).time(device, work)?.map(|time| time.as_secs_f64()))
}

/// Runs saxpy: a product and a sum; two numbers read and one written.
fn run_saxpy(device: &Device, quick: bool, answer: &mut Answer) -> Result<AlgorithmRun> {
    let count = size_for(device, quick, [1 << 8, 1 << 12, 1 << 20, 1 << 24]);
    let x = build_numbers(3, count);
    let y = build_numbers(5, count);
    let old = device.stream(&x)?;
    let new = device.stream(&y)?;
    let seconds = time_seconds(device, quick, || saxpy::saxpy(device, 2.0, &old, &new).map(drop))?;
    let right = saxpy::saxpy(device, 2.0, &old, &new)?.read()? == saxpy::reference(2.0, &x, &y);
    answer.hold(right, || format!("saxpy in the {} era is wrong", device.era()));
    let elements = count as f64;
    let size = format!("{count} elements");
    Ok(AlgorithmRun { name: "saxpy", size, operations: 2.0 * elements, bytes: 12.0 * elements, seconds })
}

fn build_numbers(factor: usize, count: usize) -> Vec<f32> {
    (0..count).map(|at| (at * factor % 64) as f32).collect()
}

/// Runs heat: five sums and differences and two products; a cell read, which its neighbours share, and one written.
fn run_heat(device: &Device, quick: bool, answer: &mut Answer) -> Result<AlgorithmRun> {
    let side = size_for(device, quick, [16, 64, 1_024, 4_096]);
    // Multiples of 4 and a rate of 1/4: whole numbers stay whole.
    let cells: Vec<f32> = (0..side * side).map(|at| (at * 7 % 16 * 4) as f32).collect();
    let plate = device.stream_of([side, side], &cells)?;
    let seconds = time_seconds(device, quick, || heat::heat(device, &plate, 0.25, 1).map(drop))?;
    let later = heat::heat(device, &plate, 0.25, 1)?.read()?;
    let right = heat::reference(&cells, [side, side], 0.25, 1);
    let right = later.into_iter().map(f64::from).eq(right);
    answer.hold(right, || format!("heat in the {} era is wrong", device.era()));
    let elements = (side * side) as f64;
    let size = format!("{side} x {side} cells, a step");
    Ok(AlgorithmRun { name: "heat", size, operations: 7.0 * elements, bytes: 8.0 * elements, seconds })
}

/// Runs nbody: twenty operations per pair (as Nyland, Harris and Prins 2007 count), twice per step; a body's position
/// and acceleration read and its acceleration written.
fn run_nbody(device: &Device, quick: bool, answer: &mut Answer) -> Result<AlgorithmRun> {
    let count = size_for(device, quick, [32, 128, 2_048, 16_384]);
    let state = HostBodies::ball(count, 1);
    let motion = Motion::default();
    let start = Bodies::new(device, &state)?;
    let seconds = time_seconds(device, quick, || nbody::nbody(device, &start, &motion, 1).map(drop))?;
    // All pairs take long on the host; a device that is wrong is also wrong with few bodies.
    let few = HostBodies::ball(count.min(1_024), 1);
    let later = nbody::nbody(device, &Bodies::new(device, &few)?, &motion, 1)?.read()?;
    let apart = nbody::apart(&later, &nbody::reference(&few, &motion, 1));
    let right = apart <= nbody::bound(&motion, few.position.len(), 1);
    answer.hold(right, || format!("nbody in the {} era is off by {apart}", device.era()));
    let bodies = count as f64;
    let size = format!("{count} bodies, a tick");
    Ok(AlgorithmRun { name: "nbody", size, operations: 40.0 * bodies * bodies, bytes: 96.0 * bodies, seconds })
}

/// Runs matmul: a product and a sum for each element and each step of its sum; two matrices read and one written.
fn run_matmul(device: &Device, quick: bool, answer: &mut Answer) -> Result<AlgorithmRun> {
    let side = size_for(device, quick, [16, 32, 256, 2_048]);
    let a = build_integers(3, side * side);
    let b = build_integers(5, side * side);
    let left = device.stream_of([side, side], &a)?;
    let right = device.stream_of([side, side], &b)?;
    let seconds = time_seconds(device, quick, || matmul::matmul(device, &left, &right).map(drop))?;
    // Whole numbers below 2^24: nothing is rounded.
    let few = side.min(256);
    let [a, b] = [&a, &b].map(|numbers| numbers.get(..few * few).unwrap_or(numbers));
    let [left, right] = [device.stream_of([few, few], a)?, device.stream_of([few, few], b)?];
    let product = matmul::matmul(device, &left, &right)?.read()?;
    let wanted = matmul::reference([few; 3], a, b);
    answer
        .hold(product.into_iter().map(f64::from).eq(wanted), || format!("matmul in the {} era is wrong", device.era()));
    let side_f = side as f64;
    let size = format!("{side} x {side}");
    Ok(AlgorithmRun { name: "matmul", size, operations: 2.0 * side_f.powi(3), bytes: 12.0 * side_f.powi(2), seconds })
}

fn build_integers(factor: usize, count: usize) -> Vec<f32> {
    (0..count).map(|at| (at * factor % 8) as f32).collect()
}
