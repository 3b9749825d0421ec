//! Numbers and vectors of a stream on the device, and their bytes in the host's memory.

use super::memory::{Memory, Value, move_address};
use crate::glsl::stored_kind;
use crate::types::{Kind, Leaf};
use gristmill::nalgebra::Vector3;
use gristmill::{Call, Device, Element, Result, Shape, Stream};

/// The words of one number or vector.
pub(crate) type Words = [u32; 4];

/// A stream of the library, of any of the elements that Brook has.
#[derive(Debug)]
pub(crate) enum FieldStream {
    F1(Stream<f32>),
    F2(Stream<[f32; 2]>),
    F3(Stream<Vector3<f32>>),
    F4(Stream<[f32; 4]>),
    I1(Stream<i32>),
    I2(Stream<[i32; 2]>),
    I3(Stream<Vector3<i32>>),
    I4(Stream<[i32; 4]>),
    U1(Stream<u32>),
    U2(Stream<[u32; 2]>),
    U3(Stream<Vector3<u32>>),
    U4(Stream<[u32; 4]>),
}

/// An element as words.
trait InWords: Element + Copy {
    fn to_words(&self) -> Words;
    fn from_words_of(words: &Words) -> Self;
}

macro_rules! impl_in_words {
    ($($scalar:ty: $to:expr, $from:expr;)*) => {$(
        impl InWords for $scalar {
            fn to_words(&self) -> Words {
                [$to(*self), 0, 0, 0]
            }
            fn from_words_of(&[x, ..]: &Words) -> $scalar {
                $from(x)
            }
        }
        impl InWords for [$scalar; 2] {
            fn to_words(&self) -> Words {
                let [x, y] = *self;
                [$to(x), $to(y), 0, 0]
            }
            fn from_words_of(&[x, y, ..]: &Words) -> [$scalar; 2] {
                [$from(x), $from(y)]
            }
        }
        impl InWords for Vector3<$scalar> {
            fn to_words(&self) -> Words {
                [$to(self.x), $to(self.y), $to(self.z), 0]
            }
            fn from_words_of(&[x, y, z, _]: &Words) -> Vector3<$scalar> {
                Vector3::new($from(x), $from(y), $from(z))
            }
        }
        impl InWords for [$scalar; 4] {
            fn to_words(&self) -> Words {
                self.map($to)
            }
            fn from_words_of(words: &Words) -> [$scalar; 4] {
                words.map($from)
            }
        }
    )*};
}

impl_in_words! {
    f32: f32::to_bits, f32::from_bits;
    i32: |x: i32| x as u32, |x: u32| x as i32;
    u32: |x: u32| x, |x: u32| x;
}

macro_rules! for_each_element {
    ($field:expr, $stream:ident => $work:expr) => {
        match $field {
            FieldStream::F1($stream) => $work,
            FieldStream::F2($stream) => $work,
            FieldStream::F3($stream) => $work,
            FieldStream::F4($stream) => $work,
            FieldStream::I1($stream) => $work,
            FieldStream::I2($stream) => $work,
            FieldStream::I3($stream) => $work,
            FieldStream::I4($stream) => $work,
            FieldStream::U1($stream) => $work,
            FieldStream::U2($stream) => $work,
            FieldStream::U3($stream) => $work,
            FieldStream::U4($stream) => $work,
        }
    };
}

fn make_stream<T: InWords>(device: &Device, shape: Shape, words: Option<&[Words]>) -> Result<Stream<T>> {
    let elements: Vec<T> = match words {
        Some(words) => words.iter().map(T::from_words_of).collect(),
        None => vec![T::from_words_of(&[0; 4]); shape.len()],
    };
    device.stream_of(shape, &elements)
}

fn reserve<T: InWords>(device: &Device, shape: Shape) -> Result<Stream<T>> {
    device.empty(shape)
}

fn write<T: InWords>(stream: &mut Stream<T>, start: usize, words: &[Words]) -> Result<()> {
    let elements: Vec<T> = words.iter().map(T::from_words_of).collect();
    stream.write_range(start, &elements)
}

fn read<T: InWords>(stream: &Stream<T>, start: usize, length: usize) -> Result<Vec<Words>> {
    Ok(stream.read_range(start..start + length)?.iter().map(T::to_words).collect())
}

impl FieldStream {
    /// Creates a stream for a number or vector: of these words, or of zeros.
    pub fn new(device: &Device, kind: Kind, lanes: u8, shape: Shape, words: Option<&[Words]>) -> Result<FieldStream> {
        Ok(match stored_kind(kind, lanes) {
            (Kind::Float, 1) => FieldStream::F1(make_stream(device, shape, words)?),
            (Kind::Float, 2) => FieldStream::F2(make_stream(device, shape, words)?),
            (Kind::Float, 3) => FieldStream::F3(make_stream(device, shape, words)?),
            (Kind::Float, _) => FieldStream::F4(make_stream(device, shape, words)?),
            (Kind::UInt, 1) => FieldStream::U1(make_stream(device, shape, words)?),
            (Kind::UInt, 2) => FieldStream::U2(make_stream(device, shape, words)?),
            (Kind::UInt, 3) => FieldStream::U3(make_stream(device, shape, words)?),
            (Kind::UInt, _) => FieldStream::U4(make_stream(device, shape, words)?),
            (_, 1) => FieldStream::I1(make_stream(device, shape, words)?),
            (_, 2) => FieldStream::I2(make_stream(device, shape, words)?),
            (_, 3) => FieldStream::I3(make_stream(device, shape, words)?),
            (_, _) => FieldStream::I4(make_stream(device, shape, words)?),
        })
    }

    /// Creates a stream whose elements a kernel is to write, all of them.
    pub fn reserve(device: &Device, kind: Kind, lanes: u8, shape: Shape) -> Result<FieldStream> {
        Ok(match stored_kind(kind, lanes) {
            (Kind::Float, 1) => FieldStream::F1(reserve(device, shape)?),
            (Kind::Float, 2) => FieldStream::F2(reserve(device, shape)?),
            (Kind::Float, 3) => FieldStream::F3(reserve(device, shape)?),
            (Kind::Float, _) => FieldStream::F4(reserve(device, shape)?),
            (Kind::UInt, 1) => FieldStream::U1(reserve(device, shape)?),
            (Kind::UInt, 2) => FieldStream::U2(reserve(device, shape)?),
            (Kind::UInt, 3) => FieldStream::U3(reserve(device, shape)?),
            (Kind::UInt, _) => FieldStream::U4(reserve(device, shape)?),
            (_, 1) => FieldStream::I1(reserve(device, shape)?),
            (_, 2) => FieldStream::I2(reserve(device, shape)?),
            (_, 3) => FieldStream::I3(reserve(device, shape)?),
            (_, _) => FieldStream::I4(reserve(device, shape)?),
        })
    }

    pub fn write(&mut self, start: usize, words: &[Words]) -> Result<()> {
        for_each_element!(self, stream => write(stream, start, words))
    }

    pub fn read(&self, start: usize, length: usize) -> Result<Vec<Words>> {
        for_each_element!(self, stream => read(stream, start, length))
    }

    /// Binds it to a call, to be read.
    pub fn bind_read<'a>(&'a self, call: Call<'a>, name: &'a str) -> Call<'a> {
        for_each_element!(self, stream => call.gather(name, stream))
    }

    /// Binds it to a call, to be written.
    pub fn bind_written<'a>(&'a mut self, call: Call<'a>, name: &'a str) -> Call<'a> {
        for_each_element!(self, stream => call.output(name, stream))
    }

    /// Copies so many elements of another stream of the same elements, on the device.
    pub fn copy_range(&mut self, start: usize, source: &FieldStream, from: usize, length: usize) -> Result<()> {
        let range = from..from + length;
        match (self, source) {
            (FieldStream::F1(to), FieldStream::F1(of)) => to.copy_range(start, of, range),
            (FieldStream::F2(to), FieldStream::F2(of)) => to.copy_range(start, of, range),
            (FieldStream::F3(to), FieldStream::F3(of)) => to.copy_range(start, of, range),
            (FieldStream::F4(to), FieldStream::F4(of)) => to.copy_range(start, of, range),
            (FieldStream::I1(to), FieldStream::I1(of)) => to.copy_range(start, of, range),
            (FieldStream::I2(to), FieldStream::I2(of)) => to.copy_range(start, of, range),
            (FieldStream::I3(to), FieldStream::I3(of)) => to.copy_range(start, of, range),
            (FieldStream::I4(to), FieldStream::I4(of)) => to.copy_range(start, of, range),
            (FieldStream::U1(to), FieldStream::U1(of)) => to.copy_range(start, of, range),
            (FieldStream::U2(to), FieldStream::U2(of)) => to.copy_range(start, of, range),
            (FieldStream::U3(to), FieldStream::U3(of)) => to.copy_range(start, of, range),
            (FieldStream::U4(to), FieldStream::U4(of)) => to.copy_range(start, of, range),
            _ => Ok(()),
        }
    }
}

/// Reads the words of a leaf from an element in the host's memory; `None` outside of memory.
pub(crate) fn load_words(memory: &Memory, element: u64, leaf: &Leaf) -> Option<Words> {
    let mut words = [0; 4];
    for lane in 0..usize::from(leaf.lanes) {
        let address = move_address(element, (leaf.offset + lane * leaf.kind.size()) as i64);
        let value = memory.load_number(address, leaf.kind)?;
        match (leaf.kind, value) {
            (Kind::Double, Value::Real(real)) => {
                let bits = real.to_bits();
                *words.get_mut(2 * lane)? = bits as u32;
                *words.get_mut(2 * lane + 1)? = (bits >> 32) as u32;
            }
            (Kind::Fixed, Value::Whole(whole)) => *words.get_mut(lane)? = (whole as f32 / 255.0).to_bits(),
            (_, Value::Real(real)) => *words.get_mut(lane)? = (real as f32).to_bits(),
            (_, Value::Whole(whole)) => *words.get_mut(lane)? = whole as u32,
            _ => {}
        }
    }
    Some(words)
}

/// Writes the words of a leaf to an element in the host's memory.
pub(crate) fn store_words(memory: &mut Memory, element: u64, leaf: &Leaf, words: &Words) -> Option<()> {
    for lane in 0..usize::from(leaf.lanes) {
        let address = move_address(element, (leaf.offset + lane * leaf.kind.size()) as i64);
        let word = *words.get(lane)?;
        let value = match leaf.kind {
            Kind::Double => {
                let (low, high) = (*words.get(2 * lane)?, *words.get(2 * lane + 1)?);
                Value::Real(f64::from_bits(u64::from(low) | u64::from(high) << 32))
            }
            Kind::Float => Value::Real(f64::from(f32::from_bits(word))),
            // A byte again: the nearest.
            Kind::Fixed => Value::Whole(i64::from((f32::from_bits(word).clamp(0.0, 1.0) * 255.0 + 0.5) as u8)),
            Kind::UInt => Value::Whole(i64::from(word)),
            _ => Value::Whole(i64::from(word as i32)),
        };
        memory.store_number(address, leaf.kind, value)?;
    }
    Some(())
}
