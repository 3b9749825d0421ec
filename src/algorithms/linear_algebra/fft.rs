//! The discrete Fourier transform, of lines and of rectangles, forward and inverse, of any size.
//!
//! A complex number is `[f32; 2]`, its real and its imaginary part. Forward, element k of the result is the sum of
//! `source[j] * exp(-2 pi i j k / n)` over all j; inverse, the exponent is positive and the sum is divided by n. A 2D stream is transformed along
//! its rows, then along its columns.
//!
//! | era | method | passes a line of n = 2^q | reads and writes an element | source |
//! |---|---|---|---|---|
//! | fragment | pairs | q | 2 and 1 a pass | Moreland and Angel 2003; Sumanaweera and Liu 2005; Stockham's order |
//! | fragment, fours | four parts at once | q / 2 | 4 and 1 a pass | the same |
//! | compute, plain | pairs, one element an invocation | q | 2 and 1 a pass | the same |
//! | compute, shared | up to 1024 points in shared memory | q / 10 | 1 and 1 a pass | Govindaraju et al. 2008 |
//! | compute, registers | 8 elements a lane | q / 3 | 1 and 1 a pass | Govindaraju et al. 2008 |
//! | compute | registers on a CPU, shared on a GPU | | | |
//!
//! Fractions are rounded up. Besides, each pass reads a root of one for each number. Other sizes take two transforms of the first power of
//! two that is no less than 2 n - 1, and three passes more (Bluestein, A Linear Filtering Approach to the Computation of Discrete Fourier
//! Transform, 1970).
//!
//! Roots are computed in 64 bits by the host, once for a [`Transform`]. In the norm of the sum of squares, relative to the reference, a
//! result is off by at most `1e-6 log2 n`. Each of q stages rounds a number three times at most (a product, two sums), by less than 2^-23
//! each time, which makes less than 4e-7 a stage (Higham, Accuracy and Stability of Numerical Algorithms, section 24.1). Bluestein's way
//! has twice as many stages and a few more; their errors add up like random steps, so the bound has room for them as well.

mod chirp;
mod passes;
mod truth;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, Layout, Result, Shape, Stream};
use nalgebra::Complex;
use passes::Axis;

pub use truth::reference;

/// Which way to transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// From samples to frequencies.
    Forward,
    /// From frequencies to samples, divided by their number.
    Inverse,
}

/// How to transform.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Two parts at once, one element a fragment or an invocation: the plain one of the device's era.
    Pairs,
    /// Four parts at once: the fragment era.
    Fours,
    /// Eight elements a lane: the compute era.
    Registers,
    /// Up to 1024 points in the shared memory of a work group: the compute era.
    Shared,
}

/// The Fourier transform of streams of one shape, with its tables on the device, to be run as often as one likes.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::fft::{Direction, Method, Transform}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let transform = Transform::new(&device, Method::Fours, [16, 8])?;
/// let source = device.stream_of([16, 8], &[[1.0, 0.0]; 128])?;
/// let frequencies = transform.run(Direction::Forward, &source)?;
/// assert_eq!(frequencies.read()?[0], [128.0, 0.0]); // the sum; all others are 0
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Transform {
    device: Device,
    shape: Shape,
    axes: Vec<Axis>,
}

impl Transform {
    /// A transform of streams of that shape: 1D, or 2D along rows and then along columns.
    ///
    /// # Errors
    /// [`Error::Data`] for another rank, or a method that the device's era has not; [`Error::Limit`] where the machine lacks room for the
    /// tables.
    pub fn new(device: &Device, method: Method, shape: impl Into<Shape>) -> Result<Transform> {
        let (device, shape) = (device.clone(), shape.into());
        let other = match (method, device.era()) {
            (Method::Pairs, _) => None,
            (Method::Fours, Era::Compute) => Some("Registers"),
            (Method::Registers | Method::Shared, Era::Fragment) => Some("Fours"),
            _ => None,
        };
        if let Some(other) = other {
            let era = device.era();
            return Err(Error::data(format!("fft: the {era} era has no Method::{method:?}; take Method::{other}")));
        }
        if shape.rank() > 2 {
            let rank = shape.rank();
            return Err(Error::data(format!(
                "fft: a stream has {rank} dimensions, at most 2 are transformed; split it"
            )));
        }
        let longer = (0..shape.rank()).filter(|axis| !shape.is_empty() && shape.extent(*axis) > 1);
        let axes = longer
            .map(|axis| Axis::new(&device, method, shape, axis))
            .collect::<Result<_>>()?;
        Ok(Transform { device, shape, axes })
    }

    /// Transforms a stream.
    ///
    /// # Errors
    /// [`Error::Data`] where it is of another shape, or not in the era's own layout; [`Error::Limit`] where the machine lacks room.
    pub fn run(&self, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
        if source.shape() != self.shape {
            let (given, wanted) = (source.shape(), self.shape);
            return Err(Error::data(format!(
                "fft: the stream is {given}, the transform {wanted}; make a transform of that shape"
            )));
        }
        let (given, era) = (source.layout(), self.device.era());
        let layout = if era == Era::Fragment { Layout::Packed } else { Layout::Linear };
        if given != layout {
            return Err(Error::data(format!(
                "fft: the stream lies in Layout::{given:?}, the {era} era transforms in Layout::{layout:?}; copy it with device.copy_of"
            )));
        }
        // ANCHOR: axes
        let mut result = None;
        for axis in &self.axes {
            result = Some(axis.run(&self.device, direction, result.as_ref().unwrap_or(source))?);
        }
        // ANCHOR_END: axes
        result.map_or_else(|| self.device.copy_of(source), Ok)
    }
}

/// The Fourier transform of a 1D or 2D stream of complex numbers, in the device's era. For many of one shape, a [`Transform`] saves making
/// the tables each time.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::fft::{Direction, fft}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let wave = device.stream(&[[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])?; // once round in four steps
/// assert_eq!(fft(&device, Direction::Forward, &wave)?.read()?, [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0], [0.0, 0.0]]);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where the stream has more than two dimensions, or not the era's own layout; [`Error::Limit`] where the machine lacks
/// room.
pub fn fft(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    match device.era() {
        Era::Fragment => fragment(device, direction, source),
        Era::Compute => compute(device, direction, source),
    }
}

/// Two parts of a line at once, log2 n passes.
///
/// Sources: Moreland and Angel, The FFT on a GPU, Graphics Hardware 2003; Sumanaweera and Liu, GPU Gems 2, chapter 48; the order that needs
/// no bit reversal is Stockham's (Cochran et al., What Is the Fast Fourier Transform?, 1967).
///
/// # Errors
/// As [`fft`].
pub fn fragment(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    once(device, Era::Fragment, Method::Pairs, direction, source)
}

/// Four parts of a line at once, half the passes.
///
/// # Errors
/// As [`fft`].
pub fn fragment_fours(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    once(device, Era::Fragment, Method::Fours, direction, source)
}

/// The fastest for this machine: [`compute_registers`] where the driver is a CPU (llvmpipe, softpipe), [`compute_shared`] on a GPU.
///
/// # Errors
/// As [`fft`].
pub fn compute(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    once(device, Era::Compute, fastest(device), direction, source)
}

/// Two parts of a line at once, one element an invocation.
///
/// # Errors
/// As [`fft`].
pub fn compute_plain(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    once(device, Era::Compute, Method::Pairs, direction, source)
}

/// Up to 1024 points of a line in the shared memory of a work group.
///
/// Source: Govindaraju, Lloyd, Dotsenko, Smith and Manferdelli, High Performance Discrete Fourier Transforms on Graphics Processors, SC
/// 2008.
///
/// # Errors
/// As [`fft`].
pub fn compute_shared(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    once(device, Era::Compute, Method::Shared, direction, source)
}

/// Eight elements of a line in the registers of each lane.
///
/// Source: Govindaraju et al. 2008.
///
/// # Errors
/// As [`fft`].
pub fn compute_registers(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    once(device, Era::Compute, Method::Registers, direction, source)
}

fn once(
    device: &Device,
    era: Era,
    method: Method,
    direction: Direction,
    source: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    Transform::new(&device.with_era(era)?, method, source.shape())?.run(direction, source)
}

fn fastest(device: &Device) -> Method {
    if crate::algorithms::is_cpu(device) { Method::Registers } else { Method::Shared }
}

/// The root of the sum of squared differences over that of the squares, and `1e-6 log2 n` as the bound; every element counts.
fn judge(given: &[[f32; 2]], wanted: &[Complex<f64>]) -> Check {
    let square = |(given, wanted): (&[f32; 2], &Complex<f64>)| {
        (Complex::new(f64::from(given[0]), f64::from(given[1])) - wanted).norm_sqr()
    };
    let difference: f64 = given.iter().zip(wanted).map(square).sum();
    let whole: f64 = wanted.iter().map(Complex::norm_sqr).sum();
    let error = if difference == 0.0 { 0.0 } else { (difference / whole).sqrt() };
    let judged = given.len() == wanted.len() && !error.is_nan();
    let stages = (wanted.len().max(2) as f64).log2();
    Check::new(wanted.len(), if judged { error } else { f64::INFINITY }, 1e-6 * stages)
}

/// Forward and, where the size is odd, inverse: a line of as many numbers, or a rectangle.
pub(in crate::algorithms) fn trial(
    device: &Device,
    workload: &Workload,
    method: fn(&Device) -> Method,
    plane: bool,
) -> Result<Trial> {
    let shape = if plane { Shape::from(workload.rectangle()) } else { Shape::from(workload.size) };
    let direction = if workload.size.is_multiple_of(2) { Direction::Forward } else { Direction::Inverse };
    let [real, imaginary] = [0, 1].map(|column| workload.floats(column));
    let numbers: Vec<[f32; 2]> = real.into_iter().zip(imaginary).take(shape.len()).map(|(x, y)| [x, y]).collect();
    let wanted = reference(direction, shape, &numbers);
    let source = device.stream_of(shape, &numbers)?;
    let transform = Transform::new(device, method(device), shape)?;
    Ok(Trial::new(
        move || transform.run(direction, &source),
        move |result: &Stream<[f32; 2]>| Ok(judge(&result.read()?, &wanted)),
    ))
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "fft",
    part: "linear_algebra",
    summary: "the discrete Fourier transform",
    size: 1 << 16,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "pairs, log2 n passes",
            source: "Moreland and Angel 2003",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |_| Method::Pairs, false),
        },
        Rung {
            name: "fragment_plane",
            era: Era::Fragment,
            method: "the same of a rectangle, rows, then columns",
            source: "GPU Gems 2, chapter 48",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |_| Method::Pairs, true),
        },
        Rung {
            name: "fragment_fours",
            era: Era::Fragment,
            method: "four parts at once, half the passes",
            source: "fewer, fatter passes",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |_| Method::Fours, false),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "registers on a CPU, shared on a GPU",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fastest, false),
        },
        Rung {
            name: "compute_plane",
            era: Era::Compute,
            method: "the same of a rectangle, rows, then columns",
            source: "the fastest here",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fastest, true),
        },
        Rung {
            name: "compute_plain",
            era: Era::Compute,
            method: "pairs, log2 n dispatches",
            source: "Stockham's order",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |_| Method::Pairs, false),
        },
        Rung {
            name: "compute_shared",
            era: Era::Compute,
            method: "up to 1024 points in shared memory",
            source: "Govindaraju et al. 2008",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |_| Method::Shared, false),
        },
        Rung {
            name: "compute_registers",
            era: Era::Compute,
            method: "eight elements a lane",
            source: "Govindaraju et al. 2008",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, |_| Method::Registers, false),
        },
    ],
};
