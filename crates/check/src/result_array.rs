//! The numbers of a result with their types, as an array that files can hold.

use super::fill::NumberPlace;
use super::report::Report;
use super::result_places::{ResultPart, word_value};
use super::shapes::OutputShape;
use gristmill_base::element::Scalar;
use gristmill_base::error::{Error, Result};
use gristmill_emulator::number::{NumberType, join_words};
use image::RgbaImage;
use std::fmt;

/// A number of a result. One of 8 or 16 bits is in the 32-bit type that holds it.
///
/// ```
/// use gristmill::check::ResultNumber;
/// assert_eq!(ResultNumber::F32(0.5).to_string(), "0.5");
/// assert_eq!(ResultNumber::U64(u64::MAX).to_string(), "18446744073709551615");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ResultNumber {
    /// An `int`.
    I32(i32),
    /// A `uint`.
    U32(u32),
    /// A `float`.
    F32(f32),
    /// An integer of 64 bits.
    I64(i64),
    /// An unsigned integer of 64 bits.
    U64(u64),
    /// A `double`.
    F64(f64),
}

impl fmt::Display for ResultNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultNumber::I32(number) => number.fmt(f),
            ResultNumber::U32(number) => number.fmt(f),
            ResultNumber::F32(number) => number.fmt(f),
            ResultNumber::I64(number) => number.fmt(f),
            ResultNumber::U64(number) => number.fmt(f),
            ResultNumber::F64(number) => number.fmt(f),
        }
    }
}

impl ResultNumber {
    /// Returns the number at a place.
    fn at_place(place: &NumberPlace, words: &[u32]) -> ResultNumber {
        let word = |at: usize| words.get(at).copied().unwrap_or(0);
        let wide = join_words(word(place.word), word(place.word + 1));
        match (place.half, place.scalar) {
            (Some((NumberType::Float(_), _)), _) => ResultNumber::F64(f64::from_bits(wide)),
            (Some((NumberType::Int(_), _)), _) => ResultNumber::I64(wide as i64),
            (Some((NumberType::Uint(_), _)), _) => ResultNumber::U64(wide),
            (None, Scalar::I32) => ResultNumber::I32(word_value(place, words) as i32),
            (None, Scalar::U32) => ResultNumber::U32(word_value(place, words)),
            (None, _) => ResultNumber::F32(f32::from_bits(word_value(place, words))),
        }
    }

    /// Returns NumPy's name of its type.
    fn dtype(self) -> &'static str {
        match self {
            ResultNumber::I32(_) => "<i4",
            ResultNumber::U32(_) => "<u4",
            ResultNumber::F32(_) => "<f4",
            ResultNumber::I64(_) => "<i8",
            ResultNumber::U64(_) => "<u8",
            ResultNumber::F64(_) => "<f8",
        }
    }

    fn push_bytes(self, bytes: &mut Vec<u8>) {
        match self {
            ResultNumber::I32(number) => bytes.extend(number.to_le_bytes()),
            ResultNumber::U32(number) => bytes.extend(number.to_le_bytes()),
            ResultNumber::F32(number) => bytes.extend(number.to_le_bytes()),
            ResultNumber::I64(number) => bytes.extend(number.to_le_bytes()),
            ResultNumber::U64(number) => bytes.extend(number.to_le_bytes()),
            ResultNumber::F64(number) => bytes.extend(number.to_le_bytes()),
        }
    }

    /// Returns the byte of a picture that holds it: floats from 0 to 1, integers from 0 to 255.
    fn to_byte(self) -> u8 {
        match self {
            ResultNumber::F32(number) => (number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8,
            ResultNumber::F64(number) => (number.clamp(0.0, 1.0) * 255.0 + 0.5) as u8,
            ResultNumber::I32(number) => number.clamp(0, 255) as u8,
            ResultNumber::U32(number) => number.min(255) as u8,
            ResultNumber::I64(number) => number.clamp(0, 255) as u8,
            ResultNumber::U64(number) => number.min(255) as u8,
        }
    }
}

/// The numbers of a result, or of a member of one.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions, ResultArray, ResultNumber};
/// let text = "#version 430 core
/// layout(local_size_x = 2) in;
/// layout(std430) buffer Points { uint count; vec3 points[]; };
/// void main() { points[gl_LocalInvocationID.x] = vec3(gl_LocalInvocationID.x, 1.0, 2.0); }";
/// let launch = LaunchOptions::new().option("buffer", "points=zero:6")?;
/// let report = KernelCheck::source("points.comp", text).run(&launch)?;
/// let points: ResultArray = report.array("points")?;
/// assert_eq!((points.name(), points.shape(), points.size()), ("points", &[2, 3][..], None));
/// assert_eq!(points.numbers()[3], ResultNumber::F32(1.0)); // the padding of vec3 is left out
/// assert_eq!(points.to_csv(), "0,1,2\n1,1,2\n");
/// assert!(points.to_npy()?.starts_with(b"\x93NUMPY"));
/// assert!(points.to_picture().is_err() && report.array("lines").is_err());
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ResultArray {
    name: String,
    shape: Vec<usize>,
    size: Option<[u32; 2]>,
    numbers: Vec<ResultNumber>,
}

impl Report {
    /// Returns the numbers of a buffer, an image or an output after the first run, or of a member of a buffer.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out uint seven;
    /// void main() { seven = 7u; }";
    /// let report = KernelCheck::source("seven.frag", text).run(&LaunchOptions::new().size([2, 1]))?;
    /// assert_eq!(report.array("seven")?.to_csv(), "7,7\n");
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Name`] for a name that is none of these, or that the kernel cannot write.
    pub fn array(&self, name: &str) -> Result<ResultArray> {
        let mut parts = self.shapes.iter().filter_map(|shape| shape.find_part(name));
        let Some(part) = parts.next() else {
            let known = self.shapes.iter().map(|shape| shape.name().to_string()).collect();
            let given = name.to_string();
            return Err(Error::Name { kernel: self.kernel.clone(), kind: "result", given, known });
        };
        Ok(ResultArray::read_part(name, part, self.output(part.shape.name()).unwrap_or_default(), usize::MAX))
    }

    /// Returns the first numbers of every result, at most `most` of each, and how many numbers it has.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out uint seven;
    /// void main() { seven = 7u; }";
    /// let report = KernelCheck::source("seven.frag", text).run(&LaunchOptions::new().size([4, 4]))?;
    /// let results: Vec<_> = report.first_numbers(3).collect();
    /// assert_eq!((results[0].0.numbers().len(), results[0].1), (3, 16));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn first_numbers(&self, most: usize) -> impl Iterator<Item = (ResultArray, usize)> {
        self.shapes.iter().filter_map(move |shape| {
            let part = shape.find_part(shape.name())?;
            let words = self.output(shape.name())?;
            let mut count = 0;
            part.visit_numbers(words.len(), &mut |_| {
                count += 1;
                true
            });
            Some((ResultArray::read_part(shape.name(), part, words, most), count))
        })
    }
}

impl OutputShape {
    /// Returns the numbers of its words, or of the member that a name means; `None` if it means none.
    ///
    /// ```
    /// use gristmill::check::{KernelCheck, LaunchOptions};
    /// let text = "#version 330 core
    /// out float half_way;
    /// void main() { half_way = 0.5; }";
    /// let report = KernelCheck::source("half.frag", text).run(&LaunchOptions::new().size([2, 1]))?;
    /// let array = report.shapes[0].read_array("half_way", report.output("half_way").unwrap_or_default());
    /// assert_eq!(array.map(|array| array.to_csv()).as_deref(), Some("0.5,0.5\n"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    pub fn read_array(&self, name: &str, words: &[u32]) -> Option<ResultArray> {
        Some(ResultArray::read_part(name, self.find_part(name)?, words, usize::MAX))
    }
}

impl ResultArray {
    fn read_part(name: &str, part: ResultPart, words: &[u32], most: usize) -> ResultArray {
        // A number takes at most 16 bytes with its padding, and a texel is at most four words.
        let words = &words[..words.len().min(most.saturating_mul(4))];
        let whole = words.len();
        let words = part.decode_words(words);
        let mut numbers = vec![];
        part.visit_numbers(whole, &mut |place| {
            numbers.push(ResultNumber::at_place(&place, &words));
            numbers.len() < most
        });
        let item = part.item_length().max(1);
        let size = part.shape.size();
        let mut shape = match size {
            Some([width, height]) => vec![height as usize, width as usize],
            None => vec![numbers.len() / item],
        };
        if item > 1 {
            shape.push(item);
        }
        // An array that is cut off, or one with fixed members before it, has one axis.
        if shape.iter().product::<usize>() != numbers.len() {
            shape = vec![numbers.len()];
        }
        ResultArray { name: name.to_string(), shape, size, numbers }
    }

    /// Returns the name by which it was found.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the numbers along each axis, the last one running fastest.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the width and height, if it is an image or is drawn.
    pub fn size(&self) -> Option<[u32; 2]> {
        self.size
    }

    /// Returns the numbers, in the order of their declaration.
    pub fn numbers(&self) -> &[ResultNumber] {
        &self.numbers
    }

    /// Returns the bytes of a NumPy array, as `numpy.save` writes them.
    ///
    /// # Errors
    /// [`Error::Data`] if its numbers have several types.
    pub fn to_npy(&self) -> Result<Vec<u8>> {
        let dtype = self.numbers.first().map_or("<f4", |number| number.dtype());
        if self.numbers.iter().any(|number| number.dtype() != dtype) {
            let name = &self.name;
            return Err(Error::data(format!(
                "{name} has numbers of several types, and an array has one; name a member of it, as {name}.MEMBER, or write \
                 a .csv"
            )));
        }
        let sides: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        let shape = if let [one] = &sides[..] { format!("({one},)") } else { format!("({})", sides.join(", ")) };
        let header = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}");
        // The numbers begin at a multiple of 64 bytes; ten bytes stand before the header, and a newline ends it.
        let padding = (64 - (header.len() + 11) % 64) % 64;
        let length = (header.len() + padding + 1) as u16;
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend(length.to_le_bytes());
        bytes.extend(header.bytes());
        bytes.extend(std::iter::repeat_n(b' ', padding));
        bytes.push(b'\n');
        self.numbers.iter().for_each(|number| number.push_bytes(&mut bytes));
        Ok(bytes)
    }

    /// Returns its numbers with commas, a line for each item, or for each row of a picture.
    pub fn to_csv(&self) -> String {
        let row = self.shape.iter().skip(1).product::<usize>().max(1);
        let mut text = String::new();
        for numbers in self.numbers.chunks(row) {
            let numbers: Vec<String> = numbers.iter().map(ResultNumber::to_string).collect();
            text += &numbers.join(",");
            text.push('\n');
        }
        text
    }

    /// Returns it as a picture: floats from 0 to 1, integers from 0 to 255. One channel is a grey.
    ///
    /// # Errors
    /// [`Error::Data`] if it has no rows, as a buffer.
    pub fn to_picture(&self) -> Result<RgbaImage> {
        let refuse = || Error::data(format!("{} has no rows and columns; write it as a .npy or .csv", self.name));
        // A volume has one axis here, and no rows.
        let [width, height] = self.size.filter(|_| self.shape.len() > 1).ok_or_else(refuse)?;
        let lanes = self.shape.get(2).copied().unwrap_or(1);
        let mut bytes = vec![];
        for texel in self.numbers.chunks(lanes) {
            let mut pixel = [0, 0, 0, 255];
            for (channel, number) in pixel.iter_mut().zip(texel) {
                *channel = number.to_byte();
            }
            if let [grey] = texel {
                pixel[..3].fill(grey.to_byte());
            }
            bytes.extend(pixel);
        }
        RgbaImage::from_raw(width, height, bytes).ok_or_else(refuse)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BareKernelCheck, LaunchOptions};
    use super::*;

    const MIXED: &str = "#version 450 core
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
layout(std430) buffer Mixed { uint count; double big; vec3 points[2]; int64_t deep; };
void main() { count = 3u; big = 0.1LF; points[1] = vec3(1, 2, 3); deep = -(int64_t(1) << 40); }";

    fn run_mixed() -> Report {
        BareKernelCheck::source("mixed.comp", MIXED)
            .run(&LaunchOptions::new().option("buffer", "Mixed=zero:20").unwrap())
            .unwrap()
    }

    #[test]
    fn a_struct_is_read_by_its_members() {
        let report = run_mixed();
        let all = report.array("Mixed").unwrap();
        assert_eq!(all.numbers().len(), 9);
        assert_eq!(all.numbers()[1], ResultNumber::F64(0.1));
        assert_eq!(all.numbers()[8], ResultNumber::I64(-(1 << 40)));
        assert!(all.to_npy().unwrap_err().to_string().contains("numbers of several types"));
        assert_eq!(report.array("Mixed.deep").unwrap().to_csv(), format!("{}\n", -(1_i64 << 40)));
        let points = report.array("points").unwrap();
        assert_eq!(points.shape(), [2, 3]);
        assert_eq!(points.to_csv(), "0,0,0\n1,2,3\n");
        let known = report.array("Mixer").unwrap_err().to_string();
        assert_eq!(known, "mixed.comp has no result Mixer; it has Mixed");
    }

    #[test]
    fn the_bytes_of_an_array_are_those_of_numpy() {
        let array = ResultArray {
            name: "a".into(),
            shape: vec![3],
            size: None,
            numbers: vec![ResultNumber::U32(1), ResultNumber::U32(2), ResultNumber::U32(0x0403_0201)],
        };
        let bytes = array.to_npy().unwrap();
        assert_eq!(bytes.len() % 64, 12);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        assert!(bytes[10..].starts_with(b"{'descr': '<u4', 'fortran_order': False, 'shape': (3,), }   "));
        assert_eq!(&bytes[127..], b"\n\x01\0\0\0\x02\0\0\0\x01\x02\x03\x04");
    }

    #[test]
    fn what_is_drawn_is_a_picture() {
        let text = "#version 330 core
out vec2 place;
void main() { place = vec2(gl_FragCoord.x - 0.5, 0.5); }";
        let report = BareKernelCheck::source("place.frag", text)
            .run(&LaunchOptions::new().size([2, 3]))
            .unwrap();
        let place = report.array("place").unwrap();
        assert_eq!(place.shape(), [3, 2, 2]);
        let picture = place.to_picture().unwrap();
        assert_eq!(picture.dimensions(), (2, 3));
        assert_eq!(picture.get_pixel(1, 2).0, [255, 128, 0, 255]);
        assert_eq!(place.to_csv().lines().next(), Some("0,0.5,1,0.5"));
    }
}
