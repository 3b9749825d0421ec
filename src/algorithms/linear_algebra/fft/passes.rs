//! One axis of a transform: its tables, and its passes in either era.

use super::{Direction, Method, chirp};
use crate::{Device, Era, KernelSource, PingPong, Result, Shape, Stream, compute_kernel, kernel_pair};
use nalgebra::Complex;
use std::f64::consts::FRAC_PI_2;

const FFT: KernelSource = kernel_pair!("linear_algebra/fft");
const TIMES: KernelSource = kernel_pair!("linear_algebra/fft_times");
const REGISTERS: KernelSource = compute_kernel!("linear_algebra/fft_registers");
const SHARED: KernelSource = compute_kernel!("linear_algebra/fft_shared");

type Numbers = Stream<[f32; 2]>;

/// `exp(-2 pi i k / n)`, clockwise, for k below n; by quarters, so that those of 1, -i, -1 and i are exact.
fn root(k: usize, n: usize) -> Complex<f64> {
    let (quarter, rest) = (4 * k / n, 4 * k % n);
    let Complex { re, im } = Complex::cis(-FRAC_PI_2 * rest as f64 / n as f64);
    match quarter {
        0 => Complex::new(re, im),
        1 => Complex::new(im, -re),
        2 => Complex::new(-re, -im),
        _ => Complex::new(-im, re),
    }
}

impl Method {
    /// The kernel that takes 2^bits parts at once.
    fn kernel(self, bits: u32) -> KernelSource {
        let kernel = match self {
            Method::Pairs | Method::Fours => FFT.define("RADIX", 1 << bits),
            Method::Registers => REGISTERS.define("BITS", bits),
            Method::Shared => SHARED.define("LANES", 1 << (bits - 1)),
        };
        kernel.include("complex.glsl", include_str!("../../../../kernel_includes/complex.glsl"))
    }

    /// The most parts that its kernel takes at once, as a power of two.
    fn most_bits(self) -> u32 {
        match self {
            Method::Pairs => 1,
            Method::Fours => 2,
            Method::Registers => 3,
            Method::Shared => 10,
        }
    }

    /// Lanes for so many elements.
    fn lanes(self, elements: usize, bits: u32) -> usize {
        match self {
            Method::Pairs | Method::Fours => elements,
            Method::Registers => elements >> bits,
            Method::Shared => elements / 2,
        }
    }

    /// How many parts each pass takes at once, as powers of two: as few passes as there can be, and as equal ones.
    fn split(self, bits: u32) -> impl Iterator<Item = u32> {
        let passes = bits.div_ceil(self.most_bits());
        (0..passes).map(move |pass| bits * (pass + 1) / passes - bits * pass / passes)
    }
}

/// One axis of a transform.
pub(super) struct Axis {
    method: Method,
    columns: bool,
    /// Elements of a line.
    points: usize,
    /// Elements of a line that is transformed: as many, or for the chirp's way a power of two.
    length: usize,
    /// From one element of a line to the next.
    stride: usize,
    /// Roots of one, clockwise, as many as `length`.
    roots: Numbers,
    /// Where `points` is no power of two: the chirp, and the spectrum of its conjugate.
    chirp: Option<[Numbers; 2]>,
}

impl Axis {
    pub(super) fn new(device: &Device, method: Method, shape: Shape, axis: usize) -> Result<Axis> {
        let points = shape.extent(axis);
        let narrow = |number: &Complex<f64>| [number.re as f32, number.im as f32];
        let table = |numbers: &[Complex<f64>]| device.stream(&numbers.iter().map(narrow).collect::<Vec<_>>());
        let (length, chirp) = if points.is_power_of_two() {
            (points, None)
        } else {
            let (factors, length) = (chirp::chirp(points), (2 * points - 1).next_power_of_two());
            (length, Some([table(&factors)?, table(&chirp::spectrum(&factors, length))?]))
        };
        let roots: Vec<_> = (0..length).map(|i| root(i, length)).collect();
        let stride = if axis == 0 { 1 } else { shape.extent(0) };
        Ok(Axis { method, columns: axis == 1, points, length, stride, roots: table(&roots)?, chirp })
    }

    pub(super) fn run(&self, device: &Device, direction: Direction, source: &Numbers) -> Result<Numbers> {
        let inverse = direction == Direction::Inverse;
        let divided = if inverse { 1.0 / self.points as f32 } else { 1.0 };
        let Some([factors, spectrum]) = &self.chirp else {
            return self.transform(device, inverse, divided, source);
        };
        // ANCHOR: chirp
        let turned = self.times(device, [self.points, self.length], factors, inverse, 1.0, source)?;
        let frequencies = self.transform(device, false, 1.0, &turned)?;
        let product = self.times(device, [self.length; 2], spectrum, inverse, 1.0, &frequencies)?;
        let sums = self.transform(device, true, 1.0 / self.length as f32, &product)?;
        self.times(device, [self.length, self.points], factors, inverse, divided, &sums)
        // ANCHOR_END: chirp
    }

    /// The transform of all lines, which are `length` long.
    fn transform(&self, device: &Device, inverse: bool, scale: f32, source: &Numbers) -> Result<Numbers> {
        let length = self.length;
        // ANCHOR: transform
        let mut span = 1;
        let mut numbers: Option<PingPong<[f32; 2]>> = None;
        for bits in self.method.split(length.trailing_zeros()) {
            let last = span << bits == length;
            let scale = if last { scale } else { 1.0 };
            let pass =
                |source: &Numbers, result: &mut Numbers| self.pass(device, bits, span, inverse, scale, source, result);
            match &mut numbers {
                Some(numbers) => numbers.step(pass)?,
                None => {
                    let mut first = device.empty(source.shape())?;
                    pass(source, &mut first)?;
                    // A single pass needs no second stream.
                    let second = if last { device.empty(0)? } else { device.empty(source.shape())? };
                    numbers = Some(PingPong::new(first, second));
                }
            }
            span <<= bits;
        }
        // ANCHOR_END: transform
        numbers.map_or_else(|| device.copy_of(source), |numbers| Ok(numbers.into_now()))
    }

    /// One pass: from transforms of `span` points to those of `span << bits`.
    #[expect(clippy::too_many_arguments, reason = "they are the kernel's uniforms")]
    fn pass(
        &self,
        device: &Device,
        bits: u32,
        span: usize,
        inverse: bool,
        scale: f32,
        source: &Numbers,
        result: &mut Numbers,
    ) -> Result<()> {
        let kernel = device.kernel(&self.method.kernel(bits))?;
        let call = kernel.call().uniform("points", self.length as i32).uniform("span", span as i32);
        let call = call.uniform("inverse", inverse).uniform("scale", scale);
        let call = match device.era() {
            Era::Fragment => {
                let row_bits = |stream: &Numbers| stream.plan().size()[0].trailing_zeros() as i32;
                let call = call.uniform("columns", self.columns).uniform("row_bits", row_bits(source));
                call.uniform("roots_bits", row_bits(&self.roots))
            }
            Era::Compute => {
                let lanes = self.method.lanes(source.len(), bits);
                call.uniform("stride", self.stride as i32).elements(lanes)
            }
        };
        call.gather("source", source)
            .gather("roots", &self.roots)
            .output("result", result)
            .run()
    }

    /// Every line times factors, from one length to another.
    fn times(
        &self,
        device: &Device,
        [from, to]: [usize; 2],
        factors: &Numbers,
        inverse: bool,
        scale: f32,
        source: &Numbers,
    ) -> Result<Numbers> {
        let kernel = TIMES.include("complex.glsl", include_str!("../../../../kernel_includes/complex.glsl"));
        let shape = match source.shape().extents() {
            [width, height] if self.columns => Shape::from([*width, height / from * to]),
            [_, height] => Shape::from([to, *height]),
            _ => Shape::from(to),
        };
        let mut result = device.empty(shape)?;
        let kernel = device.kernel(&kernel)?;
        let call = kernel.call().uniform("points", to as i32).uniform("source_points", from as i32);
        let call = call
            .uniform("stride", self.stride as i32)
            .uniform("inverse", inverse)
            .uniform("scale", scale);
        call.gather("source", source)
            .gather("factors", factors)
            .output("result", &mut result)
            .run()?;
        Ok(result)
    }
}
