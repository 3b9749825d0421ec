//! The program around an answer.

use crate::numbers::Number;
use crate::{Input, Numbers};
use gristmill::{Call, Device, Kernel, PingPong, Result, Shape, Stream};

/// The program around an answer: it has the device, the kernel and the input, and creates streams from it.
///
/// ```
/// use gristmill_puzzles::{Host, Numbers};
/// fn doubled(host: &Host<'_>) -> gristmill::Result<Numbers> {
///     let source = host.stream::<f32>(0)?;
///     let mut result = host.result::<f32>(source.shape())?;
///     host.call().input("source", &source).output("result", &mut result).run()?;
///     host.read(&result)
/// }
/// ```
#[derive(Debug)]
pub struct Host<'h> {
    pub(crate) device: &'h Device,
    pub(crate) kernel: &'h Kernel,
    pub(crate) input: &'h Input,
}

impl<'h> Host<'h> {
    /// Returns the device.
    pub fn device(&self) -> &'h Device {
        self.device
    }

    /// Returns the input of the run.
    pub fn input(&self) -> &'h Input {
        self.input
    }

    /// Returns a call of the answer.
    pub fn call(&self) -> Call<'_> {
        self.kernel.call()
    }

    /// Creates a stream of one of the lists; in rows if the input has a width.
    ///
    /// # Errors
    /// Those of the device.
    pub fn stream<T: Number>(&self, list: usize) -> Result<Stream<T>> {
        let numbers = self.input.lists.get(list).map(T::of).unwrap_or_default();
        self.device.stream_of(self.shape(numbers.len()), &numbers)
    }

    /// Returns the shape of that number of elements: a list, or rows if the input has a width.
    pub fn shape(&self, elements: usize) -> Shape {
        match elements.checked_div(self.input.width) {
            None => Shape::from(elements),
            Some(rows) => Shape::from([self.input.width, rows]),
        }
    }

    /// Creates a stream for a result, filled with a number that no case expects: elements that the kernel leaves out
    /// show.
    ///
    /// # Errors
    /// Those of the device.
    pub fn result<T: Number>(&self, shape: impl Into<Shape>) -> Result<Stream<T>> {
        let shape = shape.into();
        self.device.stream_of(shape, &vec![T::unwritten(); shape.len()])
    }

    /// Reads the numbers of a stream.
    ///
    /// # Errors
    /// Those of the device.
    pub fn read<T: Number>(&self, stream: &Stream<T>) -> Result<Numbers> {
        stream.read().map(T::list)
    }

    /// Runs one call from `source`, read anywhere, to a `result` of its shape.
    ///
    /// # Errors
    /// Those of the device.
    pub fn map<T: Number>(&self) -> Result<Numbers> {
        let source = self.stream::<T>(0)?;
        let mut result = self.result::<T>(source.shape())?;
        self.call().gather("source", &source).output("result", &mut result).run()?;
        self.read(&result)
    }

    /// Runs one call from `source` to the `elements` elements of `result`.
    ///
    /// # Errors
    /// Those of the device.
    pub fn map_to<T: Number>(&self, elements: usize) -> Result<Numbers> {
        let source = self.stream::<T>(0)?;
        let mut result = self.result::<T>(elements)?;
        self.call().gather("source", &source).output("result", &mut result).run()?;
        self.read(&result)
    }

    /// Runs `rounds` passes, which alternate between two streams: `source` and `result`.
    ///
    /// # Errors
    /// Those of the device.
    pub fn rounds<T: Number>(&self, rounds: usize) -> Result<Numbers> {
        let source = self.stream::<T>(0)?;
        let spare = self.result::<T>(source.shape())?;
        let mut numbers = PingPong::new(source, spare);
        for _ in 0..rounds {
            numbers.step(|now, next| self.call().gather("source", now).output("result", next).run())?;
        }
        self.read(numbers.now())
    }

    /// Runs a pass for each stride, alternating between two streams: `source` and `result`, with the uniform `stride`.
    ///
    /// # Errors
    /// Those of the device.
    pub fn passes<T: Number>(&self, strides: impl IntoIterator<Item = usize>) -> Result<Numbers> {
        let source = self.stream::<T>(0)?;
        let spare = self.result::<T>(source.shape())?;
        let mut numbers = PingPong::new(source, spare);
        for stride in strides {
            numbers.step(|now: &Stream<T>, next: &mut Stream<T>| {
                let call = self.call().uniform("stride", stride as i32);
                call.gather("source", now).output("result", next).run()
            })?;
        }
        self.read(numbers.now())
    }
}

/// Returns the strides 1, 2, 4, .. below a size.
pub(crate) fn doubling_strides(size: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(1), |stride| Some(stride * 2)).take_while(move |&stride| stride < size)
}
