//! Numbers and vectors of a stream on the device, and their bytes in the host's memory.

use super::memory::{Memory, Value, move_address};
use crate::glsl::stored_kind;
use crate::types::{Kind, Leaf};
use gristmill::nalgebra::Vector3;
use gristmill::{Call, Device, Element, Result, Shape, Stream};
use std::any::Any;
use std::fmt::Debug;
use std::ops::Range;

/// The words of one number or vector.
pub(crate) type Words = [u32; 4];

/// An element as words.
trait InWords: Element + Copy + Debug + 'static {
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

/// A stream of one kind of elements, seen as words.
trait ElementStream: Debug {
    fn write(&mut self, start: usize, words: &[Words]) -> Result<()>;
    fn read(&self, start: usize, length: usize) -> Result<Vec<Words>>;
    fn bind_read<'a>(&'a self, call: Call<'a>, name: &'a str) -> Call<'a>;
    fn bind_written<'a>(&'a mut self, call: Call<'a>, name: &'a str) -> Call<'a>;
    fn copy_range(&mut self, start: usize, source: &dyn Any, from: Range<usize>) -> Result<()>;
    fn as_any(&self) -> &dyn Any;
}

impl<T: InWords> ElementStream for Stream<T> {
    fn write(&mut self, start: usize, words: &[Words]) -> Result<()> {
        let elements: Vec<T> = words.iter().map(T::from_words_of).collect();
        self.write_range(start, &elements)
    }

    fn read(&self, start: usize, length: usize) -> Result<Vec<Words>> {
        Ok(self.read_range(start..start + length)?.iter().map(T::to_words).collect())
    }

    fn bind_read<'a>(&'a self, call: Call<'a>, name: &'a str) -> Call<'a> {
        call.gather(name, self)
    }

    fn bind_written<'a>(&'a mut self, call: Call<'a>, name: &'a str) -> Call<'a> {
        call.output(name, self)
    }

    fn copy_range(&mut self, start: usize, source: &dyn Any, from: Range<usize>) -> Result<()> {
        match source.downcast_ref::<Stream<T>>() {
            Some(source) => Stream::copy_range(self, start, source, from),
            None => Ok(()),
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// The first contents of a stream.
#[derive(Clone, Copy)]
enum Content<'w> {
    Words(&'w [Words]),
    Zeros,
    /// Unset words: a kernel writes all of them.
    Unwritten,
}

fn make_stream<T: InWords>(device: &Device, shape: Shape, content: Content) -> Result<FieldStream> {
    let stream: Stream<T> = match content {
        Content::Words(words) => device.stream_of(shape, &words.iter().map(T::from_words_of).collect::<Vec<T>>())?,
        Content::Zeros => device.stream_of(shape, &vec![T::from_words_of(&[0; 4]); shape.len()])?,
        Content::Unwritten => device.empty(shape)?,
    };
    Ok(FieldStream(Box::new(stream)))
}

/// A stream of the library, of any of the elements that Brook has.
#[derive(Debug)]
pub(crate) struct FieldStream(Box<dyn ElementStream>);

impl FieldStream {
    /// Creates a stream for a number or vector: of these words, or of zeros.
    pub fn new(device: &Device, kind: Kind, lanes: u8, shape: Shape, words: Option<&[Words]>) -> Result<FieldStream> {
        FieldStream::create_filled(device, kind, lanes, shape, words.map_or(Content::Zeros, Content::Words))
    }

    /// Creates a stream whose elements a kernel is to write, all of them.
    pub fn reserve(device: &Device, kind: Kind, lanes: u8, shape: Shape) -> Result<FieldStream> {
        FieldStream::create_filled(device, kind, lanes, shape, Content::Unwritten)
    }

    fn create_filled(device: &Device, kind: Kind, lanes: u8, shape: Shape, content: Content) -> Result<FieldStream> {
        match stored_kind(kind, lanes) {
            (Kind::Float, 1) => make_stream::<f32>(device, shape, content),
            (Kind::Float, 2) => make_stream::<[f32; 2]>(device, shape, content),
            (Kind::Float, 3) => make_stream::<Vector3<f32>>(device, shape, content),
            (Kind::Float, _) => make_stream::<[f32; 4]>(device, shape, content),
            (Kind::UInt, 1) => make_stream::<u32>(device, shape, content),
            (Kind::UInt, 2) => make_stream::<[u32; 2]>(device, shape, content),
            (Kind::UInt, 3) => make_stream::<Vector3<u32>>(device, shape, content),
            (Kind::UInt, _) => make_stream::<[u32; 4]>(device, shape, content),
            (_, 1) => make_stream::<i32>(device, shape, content),
            (_, 2) => make_stream::<[i32; 2]>(device, shape, content),
            (_, 3) => make_stream::<Vector3<i32>>(device, shape, content),
            (_, _) => make_stream::<[i32; 4]>(device, shape, content),
        }
    }

    pub fn write(&mut self, start: usize, words: &[Words]) -> Result<()> {
        self.0.write(start, words)
    }

    pub fn read(&self, start: usize, length: usize) -> Result<Vec<Words>> {
        self.0.read(start, length)
    }

    /// Binds it to a call, to be read.
    pub fn bind_read<'a>(&'a self, call: Call<'a>, name: &'a str) -> Call<'a> {
        self.0.bind_read(call, name)
    }

    /// Binds it to a call, to be written.
    pub fn bind_written<'a>(&'a mut self, call: Call<'a>, name: &'a str) -> Call<'a> {
        self.0.bind_written(call, name)
    }

    /// Copies so many elements of another stream of the same elements, on the device.
    pub fn copy_range(&mut self, start: usize, source: &FieldStream, from: usize, length: usize) -> Result<()> {
        self.0.copy_range(start, source.0.as_any(), from..from + length)
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
