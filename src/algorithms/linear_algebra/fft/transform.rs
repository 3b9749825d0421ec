//! The transform of one shape: its tables on the device, axis by axis, and Bluestein's algorithm for lengths that
//! are not powers of two.

use super::reference::transform_line;
use super::{ComplexStream, Direction, Method, chirp};
use crate::{Device, Era, Error, KernelSource, Layout, Result, Shape, Stream, kernel_pair};
use nalgebra::Complex;
use std::f64::consts::FRAC_PI_2;

const TIMES: KernelSource = kernel_pair!("linear_algebra/fft_times");

/// The Fourier transform of streams of one shape, with its tables on the device, to be run repeatedly.
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
#[derive(Debug)]
pub struct Transform {
    device: Device,
    shape: Shape,
    axes: Vec<AxisTransform>,
}

impl Transform {
    /// Builds a transform of streams of a shape: 1D, or 2D along rows and then along columns.
    ///
    /// # Errors
    /// [`Error::Data`] for another rank, or a method that the device's era does not have; [`Error::Limit`] if the
    /// device lacks memory for the tables.
    pub fn new(device: &Device, method: Method, shape: impl Into<Shape>) -> Result<Transform> {
        let device = device.clone();
        let shape = shape.into();
        let other = match (method, device.era()) {
            (Method::Pairs, _) => None,
            (Method::Fours, Era::Compute) => Some("Registers"),
            (Method::Registers | Method::Shared, Era::Fragment) => Some("Fours"),
            _ => None,
        };
        if let Some(other) = other {
            let era = device.era();
            return Err(Error::data(format!("fft: the {era} era has no Method::{method:?}; use Method::{other}")));
        }
        if shape.rank() > 2 {
            let rank = shape.rank();
            return Err(Error::data(format!(
                "fft: a stream has {rank} dimensions, at most 2 are transformed; split it"
            )));
        }
        let longer = (0..shape.rank()).filter(|axis| !shape.is_empty() && shape.extent(*axis) > 1);
        let axes = longer
            .map(|axis| AxisTransform::new(&device, method, shape, axis))
            .collect::<Result<_>>()?;
        Ok(Transform { device, shape, axes })
    }

    /// Transforms a stream.
    ///
    /// # Errors
    /// [`Error::Data`] if it has another shape or not the layout of the era; [`Error::Limit`] if the device lacks
    /// memory.
    pub fn run(&self, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
        if source.shape() != self.shape {
            let given = source.shape();
            let wanted = self.shape;
            return Err(Error::data(format!(
                "fft: the stream is {given}, the transform {wanted}; make a transform of that shape"
            )));
        }
        let given = source.layout();
        let era = self.device.era();
        let layout = if era == Era::Fragment { Layout::Packed } else { Layout::Linear };
        if given != layout {
            return Err(Error::data(format!(
                "fft: the stream has Layout::{given:?}, the {era} era transforms in Layout::{layout:?}; copy it with \
                 device.copy_of"
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

/// The transform along one axis.
#[derive(Debug)]
pub(super) struct AxisTransform {
    pub(super) method: Method,
    pub(super) columns: bool,
    /// Elements per line.
    points: usize,
    /// Elements per transformed line: `points`, or a power of two for Bluestein's algorithm.
    pub(super) length: usize,
    /// Distance between successive elements of a line.
    pub(super) stride: usize,
    /// The `length` roots of unity, clockwise.
    pub(super) roots: ComplexStream,
    /// Set if `points` is not a power of two: the chirp, and the spectrum of its conjugate.
    chirp: Option<[ComplexStream; 2]>,
}

impl AxisTransform {
    fn new(device: &Device, method: Method, shape: Shape, axis: usize) -> Result<AxisTransform> {
        let points = shape.extent(axis);
        let (length, chirp) = if points.is_power_of_two() {
            (points, None)
        } else {
            let factors = chirp::chirp_factors(points);
            let length = (2 * points - 1).next_power_of_two();
            (
                length,
                Some([
                    upload_table(&factors, device)?,
                    upload_table(&transform_line(&chirp::wrap_conjugate(&factors, length)), device)?,
                ]),
            )
        };
        let roots: Vec<_> = (0..length).map(|i| root_of_unity(i, length)).collect();
        let stride = if axis == 0 { 1 } else { shape.extent(0) };
        Ok(AxisTransform {
            method,
            columns: axis == 1,
            points,
            length,
            stride,
            roots: upload_table(&roots, device)?,
            chirp,
        })
    }

    fn run(&self, device: &Device, direction: Direction, source: &ComplexStream) -> Result<ComplexStream> {
        let inverse = direction == Direction::Inverse;
        let divided = if inverse { 1.0 / self.points as f32 } else { 1.0 };
        let Some([factors, spectrum]) = &self.chirp else {
            return self.transform_lines(device, inverse, divided, source);
        };
        // ANCHOR: chirp
        let turned = self.multiply_lines(device, [self.points, self.length], factors, inverse, 1.0, source)?;
        let frequencies = self.transform_lines(device, false, 1.0, &turned)?;
        let product = self.multiply_lines(device, [self.length; 2], spectrum, inverse, 1.0, &frequencies)?;
        let sums = self.transform_lines(device, true, 1.0 / self.length as f32, &product)?;
        self.multiply_lines(device, [self.length, self.points], factors, inverse, divided, &sums)
        // ANCHOR_END: chirp
    }

    /// Multiplies every line by factors, and changes its length.
    fn multiply_lines(
        &self,
        device: &Device,
        [from, to]: [usize; 2],
        factors: &ComplexStream,
        inverse: bool,
        scale: f32,
        source: &ComplexStream,
    ) -> Result<ComplexStream> {
        let shape = match source.shape().extents() {
            [width, height] if self.columns => Shape::from([*width, height / from * to]),
            [_, height] => Shape::from([to, *height]),
            _ => Shape::from(to),
        };
        let mut result = device.uninit(shape)?;
        device
            .kernel(&TIMES)?
            .call()
            .uniform("points", to as i32)
            .uniform("source_points", from as i32)
            .uniform("stride", self.stride as i32)
            .uniform("inverse", inverse)
            .uniform("scale", scale)
            .gather("source", source)
            .gather("factors", factors)
            .output("result", &mut result)
            .run()?;
        Ok(result)
    }
}

fn upload_table(numbers: &[Complex<f64>], device: &Device) -> Result<ComplexStream> {
    device.stream(
        &numbers
            .iter()
            .map(|number: &Complex<f64>| [number.re as f32, number.im as f32])
            .collect::<Vec<_>>(),
    )
}

/// Returns `exp(-2 pi i k / n)`, clockwise, for k below n; by quarters, so that 1, -i, -1 and i are exact.
pub(super) fn root_of_unity(k: usize, n: usize) -> Complex<f64> {
    let quarter = 4 * k / n;
    let rest = 4 * k % n;
    let (im, re) = libm::sincos(-FRAC_PI_2 * rest as f64 / n as f64);
    match quarter {
        0 => Complex::new(re, im),
        1 => Complex::new(im, -re),
        2 => Complex::new(-re, -im),
        _ => Complex::new(-im, re),
    }
}
