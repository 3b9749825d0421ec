//! The rung of 2005: a pass per stage, addresses in columns and rows, tables of roots by stage.

use super::reference::transform_line;
use super::transform::root_of_unity;
use super::{ComplexStream, Direction, chirp};
use crate::{Device, Era, Error, Kernel, KernelSource, Layout, PingPong, Result, Shape, Stream, fragment_kernel};
use nalgebra::Complex;

const PAIRS: KernelSource = fragment_kernel!("linear_algebra/fft_2005");
const TIMES: KernelSource = fragment_kernel!("linear_algebra/fft_times_2005");

/// A power of two that is wider than any texture row, for sources that are not folded.
const UNFOLDED_WIDTH: f32 = 65_536.0;

/// Combines two parts of a line at once, in log2 n passes, by kernels of GLSL 1.10 for a Radeon 9700.
///
/// # Errors
/// As [`super::fft()`].
pub fn fragment_2005(device: &Device, direction: Direction, source: &Stream<[f32; 2]>) -> Result<Stream<[f32; 2]>> {
    FloatTransform::new(device, source.shape())?.run(direction, source)
}

/// A transform of one shape, with its tables.
#[derive(Debug)]
pub(super) struct FloatTransform {
    device: Device,
    lines: Vec<LineTransform>,
}

impl FloatTransform {
    pub(super) fn new(device: &Device, shape: Shape) -> Result<FloatTransform> {
        let device = device.with_era(Era::Fragment)?;
        if shape.rank() > 2 {
            let rank = shape.rank();
            return Err(Error::data(format!(
                "fft: a stream has {rank} dimensions, at most 2 are transformed; split it"
            )));
        }
        let longer = (0..shape.rank()).filter(|axis| !shape.is_empty() && shape.extent(*axis) > 1);
        let lines = longer
            .map(|axis| LineTransform::new(&device, shape, axis))
            .collect::<Result<_>>()?;
        Ok(FloatTransform { device, lines })
    }

    pub(super) fn run(&self, direction: Direction, source: &ComplexStream) -> Result<ComplexStream> {
        if source.layout() != Layout::Packed {
            let given = source.layout();
            return Err(Error::data(format!(
                "fft: the stream has Layout::{given:?}, the fragment era transforms in Layout::Packed; copy it with \
                 device.copy_of"
            )));
        }
        let mut result = None;
        for lines in &self.lines {
            result = Some(lines.run(direction, result.as_ref().unwrap_or(source))?);
        }
        result.map_or_else(|| self.device.copy_of(source), Ok)
    }
}

/// Placement of a stream's lines in its texture.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LinePlacement {
    /// One line, folded into rows.
    Folded,
    Rows,
    Columns,
}

/// The transform of the lines along one axis.
#[derive(Debug)]
struct LineTransform {
    device: Device,
    pairs: Kernel,
    lie: LinePlacement,
    /// Elements per line.
    points: usize,
    /// Elements per transformed line: `points`, or a power of two for Bluestein's algorithm.
    length: usize,
    /// Outputs of the passes: columns and rows of a transform, and its roots in the same shape.
    stages: Vec<([usize; 2], ComplexStream)>,
    /// Set if `points` is not a power of two: the chirp padded to the transformed line, the spectrum of its conjugate,
    /// and the chirp of the line's length.
    chirp: Option<[ComplexStream; 3]>,
}

impl LineTransform {
    fn new(device: &Device, shape: Shape, axis: usize) -> Result<LineTransform> {
        let points = shape.extent(axis);
        let lie = match (shape.rank(), axis) {
            (1, _) => LinePlacement::Folded,
            (_, 0) => LinePlacement::Rows,
            _ => LinePlacement::Columns,
        };
        let length = if points.is_power_of_two() { points } else { (2 * points - 1).next_power_of_two() };
        // ANCHOR: stages
        let [width, _] = line_extents(device, lie, length)?;
        let stages = (0..length.trailing_zeros())
            .map(|bits: u32| {
                let made = 2_usize << bits;
                let form = match lie {
                    LinePlacement::Columns => [1, made],
                    LinePlacement::Rows | LinePlacement::Folded => [made.min(width), made.div_ceil(width)],
                };
                let roots: Vec<_> = (0..made).map(|k| narrow_complex(&root_of_unity(k, made))).collect();
                Ok((form, device.stream_of(form, &roots)?))
            })
            .collect::<Result<_>>()?;
        // ANCHOR_END: stages
        let chirp = if length == points {
            None
        } else {
            let factors = chirp::chirp_factors(points);
            let spectrum = transform_line(&chirp::wrap_conjugate(&factors, length));
            Some([
                upload_table(&factors, length, device, lie)?,
                upload_table(&spectrum, length, device, lie)?,
                upload_table(&factors, points, device, lie)?,
            ])
        };
        let pairs = device.kernel(&PAIRS)?;
        Ok(LineTransform { device: device.clone(), pairs, lie, points, length, stages, chirp })
    }

    fn run(&self, direction: Direction, source: &ComplexStream) -> Result<ComplexStream> {
        let inverse = direction == Direction::Inverse;
        let turn = if inverse { -1.0 } else { 1.0 };
        let divided = if inverse { 1.0 / self.points as f32 } else { 1.0 };
        let Some([longer, spectrum, shorter]) = &self.chirp else {
            return self.transform_lines(turn, divided, source);
        };
        let turned = self.multiply_lines(longer, [self.points, self.length], turn, 1.0, source)?;
        let frequencies = self.transform_lines(1.0, 1.0, &turned)?;
        let product = self.multiply_lines(spectrum, [self.length; 2], turn, 1.0, &frequencies)?;
        let sums = self.transform_lines(-1.0, 1.0 / self.length as f32, &product)?;
        self.multiply_lines(shorter, [self.length, self.points], turn, divided, &sums)
    }

    /// Transforms all lines, which have `length` elements.
    fn transform_lines(&self, turn: f32, scale: f32, source: &ComplexStream) -> Result<ComplexStream> {
        let [width, height, _] = source.plan().size();
        let (along, apart, carry) = match self.lie {
            LinePlacement::Rows => ([0.5, 1.0], [self.length / 2, 0], 0.0),
            LinePlacement::Columns => ([1.0, 0.5], [0, self.length / 2], 0.0),
            LinePlacement::Folded if height > 1 => ([0.5; 2], [0, height / 2], width as f32 / 2.0),
            LinePlacement::Folded => ([0.5; 2], [width / 2, 0], 0.0),
        };
        let pass = |source: &ComplexStream,
                    result: &mut ComplexStream,
                    (form, roots): &([usize; 2], ComplexStream),
                    scale: f32| {
            let span = if form[1] > 1 { [form[0], form[1] / 2] } else { [form[0] / 2, 1] };
            let call = self
                .pairs
                .call()
                .uniform("period", to_floats(*form))
                .uniform("span", to_floats(span));
            call.uniform("share", along)
                .uniform("carry", carry)
                .uniform("apart", to_floats(apart))
                .uniform("turn", turn)
                .uniform("scale", scale)
                .gather("source", source)
                .gather("roots", roots)
                .output("gl_FragColor", result)
                .run()
        };
        let Some((last, others)) = self.stages.split_last() else {
            return self.device.copy_of(source);
        };
        let mut numbers = PingPong::new(self.device.empty(source.shape())?, self.device.empty(source.shape())?);
        for (at, stage) in others.iter().enumerate() {
            numbers.step(|now, next| pass(if at == 0 { source } else { now }, next, stage, 1.0))?;
        }
        numbers.step(|now, next| pass(if others.is_empty() { source } else { now }, next, last, scale))?;
        Ok(numbers.into_now())
    }

    /// Multiplies every line by factors, and changes its length.
    fn multiply_lines(
        &self,
        factors: &ComplexStream,
        [from, to]: [usize; 2],
        turn: f32,
        scale: f32,
        source: &ComplexStream,
    ) -> Result<ComplexStream> {
        let shape = match (self.lie, source.shape()) {
            (LinePlacement::Folded, _) => Shape::from(to),
            (LinePlacement::Rows, shape) => Shape::from([to, shape.extent(1)]),
            (LinePlacement::Columns, shape) => Shape::from([shape.extent(0), shape.extent(1) / from * to]),
        };
        let mut result = self.device.empty(shape)?;
        let [own, its] = [pad_row(&result), pad_row(source)];
        let (ratio, width) = if self.lie == LinePlacement::Folded { (own / its, its) } else { (1.0, UNFOLDED_WIDTH) };
        self.device
            .kernel(&TIMES)?
            .call()
            .uniform("ratio", ratio)
            .uniform("width", width)
            .uniform("turn", turn)
            .uniform("scale", scale)
            .gather("source", source)
            .gather("factors", factors)
            .output("gl_FragColor", &mut result)
            .run()?;
        Ok(result)
    }
}

/// Returns the length of a row as a power of two: a single row has the length of its line; as a longer line it is a
/// power of two, as are several rows.
fn pad_row(numbers: &ComplexStream) -> f32 {
    numbers.plan().size()[0].next_power_of_two() as f32
}

fn to_floats(sides: [usize; 2]) -> [f32; 2] {
    sides.map(|side| side as f32)
}

/// Uploads numbers and as many zeros as fill the table.
fn upload_table(
    numbers: &[Complex<f64>],
    elements: usize,
    device: &Device,
    lie: LinePlacement,
) -> Result<ComplexStream> {
    let zeros = std::iter::repeat_n([0.0; 2], elements - numbers.len());
    let numbers: Vec<_> = numbers.iter().map(narrow_complex).chain(zeros).collect();
    match lie {
        LinePlacement::Folded => device.stream(&numbers),
        LinePlacement::Rows => device.stream_of([elements, 1], &numbers),
        LinePlacement::Columns => device.stream_of([1, elements], &numbers),
    }
}

/// Returns the columns and rows of a line in a texture.
fn line_extents(device: &Device, lie: LinePlacement, length: usize) -> Result<[usize; 2]> {
    Ok(match lie {
        LinePlacement::Rows => [length, 1],
        LinePlacement::Columns => [1, length],
        LinePlacement::Folded => {
            let [width, height, _] = device.empty::<[f32; 2]>(length)?.plan().size();
            [width, height]
        }
    })
}

fn narrow_complex(number: &Complex<f64>) -> [f32; 2] {
    [number.re as f32, number.im as f32]
}
