//! The discrete Fourier transform, of lines and of rectangles, forward and inverse, of any size.
//!
//! A complex number is `[f32; 2]`, its real and its imaginary part. Forward, element k of the result is the
//! sum of `source[j] * exp(-2 pi i j k / n)` over all j; inverse, the exponent is positive and the sum is
//! divided by n. A 2D stream is transformed along its rows, then along its columns.
//!
#![doc = table!()]
//!
//! [`fragment_plane`]: fragment
//! [`fragment_plane_2005`]: fragment_2005
//! [`compute_plane`]: compute
//!
//! Passes are those of a line of n = 2^q points; fractions are rounded up. In addition, each pass reads a root of
//! unity for each number. Other sizes use two transforms of the smallest power of two that is at least 2 n - 1, and
//! three more passes (Bluestein, A Linear Filtering Approach to the Computation of Discrete Fourier Transform,
//! 1970).
//!
//! Roots are computed in 64 bits by the host, once for a [`Transform`]. In the norm of the sum of squares,
//! relative to the reference, the error of a result is at most `1e-6 log2 n`. Each of q stages rounds a number at
//! most three times (a product, two sums), by less than 2^-23 each time, which makes less than 4e-7 per stage
//! (Higham, Accuracy and Stability of Numerical Algorithms, section 24.1). Bluestein's algorithm has twice as many
//! stages and a few more; their errors add up like a random walk, so the bound holds for them as well.
//!
//! Real numbers need half of the work: [`fft_real`] combines two of them in one complex number, and separates the
//! result of the transform in one more pass.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::fft::{self, Direction, Method, Transform};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let wave = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]]; // once round in four steps
//! let line = [[0.0, 0.0], [4.0, 0.0], [0.0, 0.0], [0.0, 0.0]];
//! assert_eq!(fft::reference(Direction::Forward, 4, &wave)[1].re, 4.0);
//! let [old, new] = [fragment.stream(&wave)?, compute.stream(&wave)?];
//! assert_eq!(fft::fragment(&fragment, Direction::Forward, &old)?.read()?, line);
//! assert_eq!(fft::fragment_fours(&fragment, Direction::Forward, &old)?.read()?, line);
//! assert_eq!(fft::fragment_2005(&fragment, Direction::Forward, &old)?.read()?, line);
//! assert_eq!(fft::compute(&compute, Direction::Forward, &new)?.read()?, line);
//! assert_eq!(fft::compute_plain(&compute, Direction::Forward, &new)?.read()?, line);
//! assert_eq!(fft::compute_shared(&compute, Direction::Forward, &new)?.read()?, line);
//! assert_eq!(fft::compute_registers(&compute, Direction::Forward, &new)?.read()?, line);
//!
//! let transform = Transform::new(&compute, Method::Shared, 4)?; // for many of one shape
//! let there = transform.run(Direction::Forward, &new)?;
//! assert_eq!(transform.run(Direction::Inverse, &there)?.read()?, wave);
//!
//! let real = [[0.0, 1.0], [0.0, -1.0]]; // 0 1 0 -1
//! let frequencies = [[0.0, 0.0], [0.0, -2.0], [0.0, 0.0]]; // 0, 1 and 2
//! assert_eq!(fft::fragment_real(&fragment, Direction::Forward, &fragment.stream(&real)?)?.read()?, frequencies);
//! assert_eq!(fft::compute_real(&compute, Direction::Forward, &compute.stream(&real)?)?.read()?, frequencies);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod chirp;
mod method;
mod of_2005;
mod real;
mod reference;
mod transform;
mod trial;

use super::{Check, Trial, Workload};
use crate::{Device, DeviceKind, Era, PingPong, Result, Stream};
use transform::AxisTransform;

pub use method::{Direction, Method};
pub use of_2005::fragment_2005;
pub use real::{RealTransform, compute_real, fft_real, fragment_real, reference_real};
pub use reference::reference;
pub use transform::Transform;
pub(in crate::algorithms) use trial::trial;
use trial::{real_trial, trial_2005};

rungs! {
    "the discrete Fourier transform", 1 << 16, trial;
    fragment: "two parts at once", "q passes; 2 reads and 1 write per element and pass",
        "Moreland and Angel 2003; Sumanaweera and Liu 2005; Stockham's order",
        by |device, workload| trial(device, workload, Method::Pairs, false);
    fragment_plane: "the same of a rectangle: rows, then columns", "q passes per axis", "GPU Gems 2, chapter 48",
        by |device, workload| trial(device, workload, Method::Pairs, true);
    fragment_fours: "four parts at once", "q / 2 passes; 4 reads and 1 write", "fewer, fatter passes",
        by |device, workload| trial(device, workload, Method::Fours, false);
    fragment_2005: "two parts at once, addresses in columns and rows",
        "q passes; 2 reads, 1 of a root, and 1 write per element and pass", "Moreland and Angel 2003", on "radeon-9700",
        by |device, workload| trial_2005(device, workload, false);
    fragment_plane_2005: "the same of a rectangle: rows, then columns", "q passes per axis",
        "Moreland and Angel 2003; GPU Gems 2, chapter 48", on "radeon-9700",
        by |device, workload| trial_2005(device, workload, true);
    fragment_real: "real numbers: pairs of them as complex ones, four parts at once", "(q - 1) / 2 passes of half the elements + 1",
        "Cooley, Lewis and Welch 1970", by |device, workload| real_trial(device, workload, Method::Fours);
    compute_plain: "two parts at once, one element per invocation", "q dispatches; 2 reads and 1 write",
        "Stockham's order", by |device, workload| trial(device, workload, Method::Pairs, false);
    compute_shared: "up to 1024 points in shared memory", "q / 10 dispatches; 1 read and 1 write",
        "Govindaraju et al. 2008", by |device, workload| trial(device, workload, Method::Shared, false);
    compute_registers: "up to 32 elements per lane", "q / 5 dispatches; 1 read and 1 write", "Govindaraju et al. 2008",
        by |device, workload| trial(device, workload, Method::Registers, false);
    compute_plane: "`compute` of a rectangle: rows, then columns", "as `compute`, per axis", "GPU Gems 2, chapter 48",
        by |device, workload| trial(device, workload, fastest_method(device), true);
    compute_real: "real numbers: pairs of them as complex ones, and `compute`", "as `compute` of half the elements + 1",
        "Cooley, Lewis and Welch 1970",
        by |device, workload| real_trial(device, workload, fastest_method(device));
    => compute: compute_registers on a CPU, compute_shared on a GPU,
        by |device, workload| trial(device, workload, fastest_method(device), false);
}

type ComplexStream = Stream<[f32; 2]>;

/// Returns the Fourier transform of a 1D or 2D stream of complex numbers, in the device's era. For several of one
/// shape, a [`Transform`] builds the tables only once.
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
/// [`crate::Error::Data`] if the stream has more than two dimensions or not the layout of the era;
/// [`crate::Error::Limit`] if the device lacks memory.
pub fn fft(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    match device.era() {
        Era::Fragment => fragment(device, direction, source),
        Era::Compute => compute(device, direction, source),
    }
}

/// Combines two parts of a line at once, in log2 n passes.
///
/// Sources: Moreland and Angel, The FFT on a GPU, Graphics Hardware 2003; Sumanaweera and Liu, GPU Gems 2,
/// chapter 48; the order that needs no bit reversal is Stockham's (Cochran et al., What Is the Fast Fourier
/// Transform?, 1967).
///
/// # Errors
/// As [`fft`].
pub fn fragment(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(device, Era::Fragment, Method::Pairs, direction, source)
}

/// Combines four parts of a line at once, in half the passes.
///
/// # Errors
/// As [`fft`].
pub fn fragment_fours(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(device, Era::Fragment, Method::Fours, direction, source)
}

/// Runs the fastest rung for the device: [`compute_registers`] on a CPU that emulates a GPU (llvmpipe),
/// [`compute_shared`] elsewhere.
///
/// # Errors
/// As [`fft`].
pub fn compute(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(device, Era::Compute, fastest_method(device), direction, source)
}

/// Combines two parts of a line at once, with one element per invocation.
///
/// # Errors
/// As [`fft`].
pub fn compute_plain(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(device, Era::Compute, Method::Pairs, direction, source)
}

/// Transforms up to 1024 points of a line in the shared memory of a work group.
///
/// Source: Govindaraju, Lloyd, Dotsenko, Smith and Manferdelli, High Performance Discrete Fourier Transforms
/// on Graphics Processors, SC 2008.
///
/// # Errors
/// As [`fft`].
pub fn compute_shared(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(device, Era::Compute, Method::Shared, direction, source)
}

/// Transforms up to 32 elements of a line in the registers of each lane.
///
/// Source: Govindaraju et al. 2008.
///
/// # Errors
/// As [`fft`].
pub fn compute_registers(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(device, Era::Compute, Method::Registers, direction, source)
}

fn transform_once(
    device: &Device,
    era: Era,
    method: Method,
    direction: Direction,
    source: &Stream<[f32; 2]>,
) -> Result<Stream<[f32; 2]>> {
    Transform::new(&device.with_era(era)?, method, source.shape())?.run(direction, source)
}

fn fastest_method(device: &Device) -> Method {
    match device.suited_to() {
        DeviceKind::Cpu => Method::Registers,
        _ => Method::Shared,
    }
}

impl AxisTransform {
    /// Transforms all lines, which have `length` elements.
    fn transform_lines(
        &self,
        device: &Device,
        inverse: bool,
        scale: f32,
        source: &ComplexStream,
    ) -> Result<ComplexStream> {
        let length = self.length;
        // ANCHOR: transform
        let mut span = 1;
        let mut numbers: Option<PingPong<[f32; 2]>> = None;
        for bits in self.method.split_bits(length.trailing_zeros()) {
            let last = span << bits == length;
            let scale = if last { scale } else { 1.0 };
            let pass = |source: &ComplexStream, result: &mut ComplexStream| {
                self.run_pass(device, bits, span, inverse, scale, source, result)
            };
            match &mut numbers {
                Some(numbers) => numbers.step(pass)?,
                None => {
                    let mut first = device.uninit(source.shape())?;
                    pass(source, &mut first)?;
                    // A single pass needs no second stream.
                    let second = if last { device.uninit(0)? } else { device.uninit(source.shape())? };
                    numbers = Some(PingPong::new(first, second));
                }
            }
            span <<= bits;
        }
        // ANCHOR_END: transform
        numbers.map_or_else(|| device.copy_of(source), |numbers| Ok(numbers.into_now()))
    }

    /// Runs one pass: from transforms of `span` points to those of `span << bits`.
    #[expect(clippy::too_many_arguments, reason = "they are the kernel's uniforms")]
    fn run_pass(
        &self,
        device: &Device,
        bits: u32,
        span: usize,
        inverse: bool,
        scale: f32,
        source: &ComplexStream,
        result: &mut ComplexStream,
    ) -> Result<()> {
        let kernel = device.kernel(&self.method.kernel_source(bits))?;
        let call = kernel
            .call()
            .uniform("points", self.length as i32)
            .uniform("span", span as i32)
            .uniform("inverse", inverse)
            .uniform("scale", scale)
            .gather("source", source)
            .gather("roots", &self.roots)
            .output("result", result);
        match device.era() {
            Era::Fragment => call
                .uniform("columns", self.columns)
                .uniform("row_bits", count_row_bits(source))
                .uniform("roots_bits", count_row_bits(&self.roots))
                .run(),
            Era::Compute => call
                .uniform("stride", self.stride as i32)
                .elements(self.method.lane_count(source.len(), bits))
                .run(),
        }
    }
}

fn count_row_bits(stream: &ComplexStream) -> i32 {
    stream.plan().size()[0].trailing_zeros() as i32
}
