//! Transforms of real numbers: a line of 2n of them is transformed as a line of n complex ones.

use super::transform::root_of_unity;
use super::{ComplexStream, Direction, Method, Transform, fastest_method, reference};
use crate::{Device, Era, Error, KernelSource, Result, Shape, Stream, kernel_pair};
use nalgebra::Complex;

const REAL: KernelSource = kernel_pair!("linear_algebra/fft_real");

/// Returns the Fourier transform of a line of real numbers, in the device's era. Forward, `source` has n pairs of
/// successive numbers, and the result has the frequencies 0 to n; higher ones are the conjugates of these. Inverse,
/// it is the reverse, and the frequencies 0 and n have to be real.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::fft::{Direction, fft_real}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let wave = device.stream(&[[1.0, 0.0], [-1.0, 0.0]])?; // 1 0 -1 0
/// let frequencies = fft_real(&device, Direction::Forward, &wave)?;
/// assert_eq!(frequencies.read()?, [[0.0, 0.0], [2.0, 0.0], [0.0, 0.0]]);
/// assert_eq!(fft_real(&device, Direction::Inverse, &frequencies)?.read()?, wave.read()?);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the stream has more than one dimension or not the layout of the era; [`Error::Limit`]
/// if the device lacks memory.
pub fn fft_real(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    match device.era() {
        Era::Fragment => fragment_real(device, direction, source),
        Era::Compute => compute_real(device, direction, source),
    }
}

/// Runs [`super::fragment_fours`] on half as many numbers, and one more pass.
///
/// # Errors
/// As [`fft_real`].
pub fn fragment_real(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(&device.with_era(Era::Fragment)?, Method::Fours, direction, source)
}

/// Runs [`super::compute`] on half as many numbers, and one more dispatch.
///
/// # Errors
/// As [`fft_real`].
pub fn compute_real(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    transform_once(&device.with_era(Era::Compute)?, fastest_method(device), direction, source)
}

fn transform_once(
    device: &Device,
    method: Method,
    direction: Direction,
    source: &ComplexStream,
) -> Result<ComplexStream> {
    let pairs = match direction {
        Direction::Forward => source.len(),
        Direction::Inverse => source.len().saturating_sub(1),
    };
    RealTransform::new(device, method, pairs)?.run(direction, source)
}

/// Computes the same in 64 bits, by [`reference()`] of all numbers.
///
/// ```
/// use gristmill::algorithms::fft::{Direction, reference_real};
/// let frequencies = reference_real(Direction::Forward, &[[1.0, 2.0], [3.0, 4.0]]);
/// assert!(frequencies.iter().zip([10.0, -2.0, -2.0]).all(|(number, re)| (number.re - re).abs() < 1e-12));
/// ```
pub fn reference_real(direction: Direction, source: &[[f32; 2]]) -> Vec<Complex<f64>> {
    if source.is_empty() {
        return Vec::new();
    }
    match direction {
        Direction::Forward => {
            let real: Vec<_> = source.as_flattened().iter().map(|number| [*number, 0.0]).collect();
            reference(direction, real.len(), &real)[..=source.len()].to_vec()
        }
        Direction::Inverse => {
            let inner = source.len().saturating_sub(1);
            let mirrored = source[1..inner.max(1)]
                .iter()
                .rev()
                .map(|[real, imaginary]| [*real, -imaginary]);
            let all: Vec<_> = source.iter().copied().chain(mirrored).collect();
            let real = reference(direction, all.len(), &all);
            real.chunks_exact(2).map(|pair| Complex::new(pair[0].re, pair[1].re)).collect()
        }
    }
}

/// The Fourier transform of lines of pairs of real numbers, with its tables on the device, to be run repeatedly.
///
/// ```
/// # use gristmill::{Device, Era, algorithms::fft::{Direction, Method, RealTransform}};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let transform = RealTransform::new(&device, Method::Fours, 8)?;
/// let frequencies = transform.run(Direction::Forward, &device.stream(&[[1.0, 1.0]; 8])?)?;
/// assert_eq!(frequencies.read()?[0], [16.0, 0.0]); // the sum; all others are 0
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct RealTransform {
    device: Device,
    pairs: usize,
    complex: Transform,
    /// Roots of unity, clockwise over half a turn, one per frequency.
    roots: ComplexStream,
}

impl RealTransform {
    /// Builds a transform of lines of `pairs` pairs.
    ///
    /// # Errors
    /// As [`Transform::new`].
    pub fn new(device: &Device, method: Method, pairs: usize) -> Result<RealTransform> {
        let complex = Transform::new(device, method, pairs)?;
        let roots: Vec<_> = (0..=pairs)
            .map(|k| narrow_complex(root_of_unity(k, 2 * pairs.max(1))))
            .collect();
        let roots = device.stream(&roots)?;
        Ok(RealTransform { device: device.clone(), pairs, complex, roots })
    }

    /// Transforms a line: forward from n pairs to n + 1 frequencies, inverse back.
    ///
    /// # Errors
    /// [`Error::Data`] if the line has another length or not the layout of the era;
    /// [`Error::Limit`] if the device lacks memory.
    pub fn run(&self, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
        let pairs = self.pairs;
        let frequencies = if pairs == 0 { 0 } else { pairs + 1 };
        let (wanted, kind) = match direction {
            Direction::Forward => (pairs, "pairs"),
            Direction::Inverse => (frequencies, "frequencies"),
        };
        if source.shape() != Shape::from(wanted) {
            let given = source.shape();
            return Err(Error::data(format!(
                "fft: the stream is {given}, the transform of real numbers takes a line of {wanted} {kind}; make one of that length"
            )));
        }
        if pairs == 0 {
            return self.device.copy_of(source);
        }
        // ANCHOR: real
        match direction {
            Direction::Forward => self.convert_frequencies(false, &self.complex.run(direction, source)?, frequencies),
            Direction::Inverse => self.complex.run(direction, &self.convert_frequencies(true, source, pairs)?),
        }
        // ANCHOR_END: real
    }

    /// Converts the frequencies of the pairs to those of the real numbers, or back.
    fn convert_frequencies(&self, inverse: bool, source: &ComplexStream, count: usize) -> Result<ComplexStream> {
        let mut result = self.device.uninit(count)?;
        self.device
            .kernel(&REAL)?
            .call()
            .uniform("pairs", self.pairs as i32)
            .uniform("inverse", inverse)
            .gather("source", source)
            .gather("roots", &self.roots)
            .output("result", &mut result)
            .run()?;
        Ok(result)
    }
}

fn narrow_complex(number: Complex<f64>) -> [f32; 2] {
    [number.re as f32, number.im as f32]
}
