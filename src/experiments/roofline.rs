//! Experiment: the arithmetic per number read from which memory is no longer the limit.
//!
//! One kernel reads eight numbers, makes a number of multiply-adds with each, and writes eight. With little
//! arithmetic the time is that of the memory, with much that of the arithmetic; the point between is the ridge of a
//! roof.
//!
//! Source: Williams, Waterman and Patterson, Roofline: an insightful visual performance model for multicore
//! architectures, Communications of the ACM 52(4), 2009.

mod algorithm_points;
mod card_roofs;

use super::{Answer, Chart, Datum, Scale, Stopwatch, Tabulation};
use crate::algorithms::Curve;
use crate::{Device, DeviceKind, Era, Error, KernelSource, Result, kernel_pair};

const ROOFLINE_KERNEL: KernelSource = kernel_pair!("experiments/roofline");

/// Bytes moved per number, which is read once and written once.
const BYTES_PER_NUMBER: f64 = 8.0;

/// Numbers per element.
const NUMBERS_PER_ELEMENT: usize = 8;

/// Multiply-adds in one iteration of the loop: compilers unroll loops of this size.
const UNROLLED_MULTIPLY_ADDS: usize = 32;

/// Unit of the reported rates.
const BILLION: f64 = 1e9;

/// The roof of a device in one era.
///
/// ```
/// use gristmill::experiments::Roof;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
/// let roof = Roof::of(&device, true)?;
/// assert!(roof.bandwidth > 0.0 && roof.peak > 0.0);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Roof {
    /// Bytes per second, read and written.
    pub bandwidth: f64,
    /// Operations per second; a multiply-add is two.
    pub peak: f64,
}

impl Roof {
    /// Measures the roof of a device in its era: the best rates of few multiply-adds per number and of many; with
    /// `true` for few numbers.
    ///
    /// # Errors
    /// [`Error::Driver`] if the kernel computes wrongly, or the clock is too coarse.
    pub fn of(device: &Device, quick: bool) -> Result<Roof> {
        let mut roof = Roof { bandwidth: 0.0, peak: 0.0 };
        let mut answer = Answer::default();
        for multiply_adds in [1, 4, 128, 512] {
            let count = element_count(device, max_elements(device, quick), multiply_adds);
            if let Some(time) = time_multiply_adds(device, quick, multiply_adds, count, &mut answer)? {
                let operations = 2.0 * (multiply_adds * NUMBERS_PER_ELEMENT * count) as f64;
                roof.bandwidth = roof
                    .bandwidth
                    .max(BYTES_PER_NUMBER * (NUMBERS_PER_ELEMENT * count) as f64 / time);
                roof.peak = roof.peak.max(operations / time);
            }
        }
        if let Some(wrong) = answer.wrong.pop() {
            return Err(Error::driver("measuring the roof", wrong));
        }
        match roof.peak > 0.0 {
            true => Ok(roof),
            false => Err(Error::driver("measuring the roof", "the clock of this machine is too coarse")),
        }
    }

    /// Returns the most operations per second at an intensity of operations per byte.
    fn attainable_rate(self, intensity: f64) -> f64 {
        (self.bandwidth * intensity).min(self.peak)
    }

    /// Returns the operations per byte from which arithmetic is the limit.
    fn ridge_intensity(self) -> f64 {
        self.peak / self.bandwidth
    }
}

pub(super) fn run_experiment(device: &Device, quick: bool) -> Result<Answer> {
    let mut answer = Answer::default();
    for era in Era::ALL {
        match device.with_era(era) {
            Ok(device) => measure_era(&device, quick, &mut answer)?,
            Err(Error::NoDevice { sentence, .. }) => answer.notes.push(sentence),
            Err(error) => return Err(error),
        }
    }
    answer.tables.push(card_roofs::card_table());
    Ok(answer)
}

fn measure_era(device: &Device, quick: bool, answer: &mut Answer) -> Result<()> {
    let era = device.era();
    let most = max_elements(device, quick);
    let columns = [
        "multiply-adds per number",
        "operations per byte",
        "elements",
        "time",
        "billions of operations per second",
        "GB per second",
    ];
    let mut table = Tabulation::new(format!("The {era} era: {NUMBERS_PER_ELEMENT} numbers per element"), &columns);
    let mut points = Vec::new();
    let mut roof = Roof { bandwidth: 0.0, peak: 0.0 };
    let powers = if quick { (0..=6).step_by(3) } else { (0..=10).step_by(1) };
    for multiply_adds in powers.map(|power| 1_usize << power) {
        let count = element_count(device, most, multiply_adds);
        let time = time_multiply_adds(device, quick, multiply_adds, count, answer)?;
        let bytes = BYTES_PER_NUMBER * (NUMBERS_PER_ELEMENT * count) as f64;
        let operations = 2.0 * (multiply_adds * NUMBERS_PER_ELEMENT * count) as f64;
        let speeds = time.map(|time| [operations, bytes].map(|much| much / time));
        if let Some([operations_per_second, bytes_per_second]) = speeds {
            points.push((operations / bytes, operations_per_second / BILLION));
            roof.bandwidth = roof.bandwidth.max(bytes_per_second);
            roof.peak = roof.peak.max(operations_per_second);
        }
        let speed =
            |which: usize| speeds.map_or("clock too coarse".into(), |speeds| Datum::Number(speeds[which] / BILLION));
        let [first, third] = [multiply_adds, count].map(|count| Datum::Count(count as u64));
        table.row([first, Datum::Number(operations / bytes), third, Datum::Seconds(time), speed(0), speed(1)]);
    }
    answer.tables.push(table);
    if points.is_empty() {
        answer
            .notes
            .push(format!("The clock of this machine is too coarse for a roof of the {era} era."));
        return Ok(());
    }
    let mut curves = vec![rate_curve(&format!("multiply-adds, {era}"), points.clone()), roof_curve(roof, &points)];
    curves.extend(algorithm_points::tabulate_algorithms(device, quick, roof, answer)?);
    let title = format!("The roof of the {era} era: {:.2} operations per byte at its ridge", roof.ridge_intensity());
    answer
        .charts
        .push(Chart { title, curves, across: Scale::Log2, up: Scale::Log10 });
    Ok(())
}

/// Returns the number of elements if each takes little time.
fn max_elements(device: &Device, quick: bool) -> usize {
    match (quick, device.info().kind) {
        (true, _) => 1 << 10,
        (_, DeviceKind::Emulator) => 1 << 12,
        (_, DeviceKind::Gpu) => 1 << 23,
        _ => 1 << 19,
    }
}

/// Returns a smaller number of elements if each takes long, on a device that is a CPU.
fn element_count(device: &Device, most: usize, multiply_adds: usize) -> usize {
    match device.info().kind {
        DeviceKind::Gpu => most,
        _ => (most * 32 / multiply_adds.max(32)).max(1 << 8),
    }
}

/// Returns the seconds of one pass or dispatch; the result is compared with the host's.
fn time_multiply_adds(
    device: &Device,
    quick: bool,
    multiply_adds: usize,
    count: usize,
    answer: &mut Answer,
) -> Result<Option<f64>> {
    let unrolled = multiply_adds.min(UNROLLED_MULTIPLY_ADDS);
    let source = ROOFLINE_KERNEL
        .define("TURNS", multiply_adds / unrolled)
        .define("UNROLLED", unrolled);
    let kernel = device.kernel(&source)?;
    let numbers = |from: usize| (from..from + count).map(|at| [0, 1, 2, 3].map(|lane| ((at + lane) % 64) as f32));
    let first = numbers(0).collect::<Vec<_>>();
    let second = numbers(5).collect::<Vec<_>>();
    let old = device.stream(&first)?;
    let new = device.stream(&second)?;
    let mut one = device.empty::<[f32; 4]>(count)?;
    let mut other = device.empty::<[f32; 4]>(count)?;
    let time = Stopwatch::new(quick).time(device, || {
        let call = kernel.call().uniform("scale", 1.0_f32).uniform("offset", 1.0_f32);
        let call = call.input("first", &old).input("second", &new);
        call.output("first_result", &mut one).output("second_result", &mut other).run()
    })?;
    let later = |lanes: &[f32; 4]| lanes.map(|number| number + multiply_adds as f32);
    let right = one.read()?.into_iter().eq(first.iter().map(later));
    answer.hold(right && other.read()?.into_iter().eq(second.iter().map(later)), || {
        format!("{multiply_adds} multiply-adds in the {} era end in wrong numbers", device.era())
    });
    Ok(time.map(|time| time.as_secs_f64()))
}

/// Returns the curve of the roof over the points.
fn roof_curve(roof: Roof, points: &[(f64, f64)]) -> Curve {
    let ends = [points.first(), points.last()].map(|point| point.map_or(1.0, |point| point.0));
    let places = [ends[0], roof.ridge_intensity().clamp(ends[0], ends[1]), ends[1]];
    rate_curve(
        "the two roofs",
        places
            .map(|intensity| (intensity, roof.attainable_rate(intensity) / BILLION))
            .to_vec(),
    )
}

fn rate_curve(name: &str, points: Vec<(f64, f64)>) -> Curve {
    let up = "billions of operations per second".into();
    Curve { name: name.into(), across: "operations per byte".into(), up, points }
}
