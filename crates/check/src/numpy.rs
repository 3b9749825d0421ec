//! Arrays in NumPy's format, written by `numpy.save` and many other tools.

use super::settings::WrittenNumber;
use gristmill_base::element::Scalar;
use gristmill_emulator::number::NumberType as Narrow;

/// The first bytes of every such file.
const MAGIC: &[u8] = b"\x93NUMPY";

/// An array, the last axis running fastest.
pub(super) struct NumpyArray {
    /// Numbers along each axis.
    pub shape: Vec<usize>,
    /// The type, by NumPy's name.
    dtype: String,
    numbers: Vec<WrittenNumber>,
}

impl NumpyArray {
    /// Reads the array of a file. The error is a sentence.
    pub(super) fn read(bytes: &[u8]) -> Result<NumpyArray, String> {
        let rest = bytes
            .strip_prefix(MAGIC)
            .ok_or("it is not an .npy file; numpy.save writes one")?;
        let version = *rest.first().ok_or_else(refuse_header)?;
        let wide = if version == 1 { 2 } else { 4 };
        let length = rest.get(2..2 + wide).ok_or_else(refuse_header)?;
        let length = length.iter().rev().fold(0, |sum, &byte| sum << 8 | usize::from(byte));
        let rest = rest.get(2 + wide..).ok_or_else(refuse_header)?;
        let (header, data) = rest.split_at_checked(length).ok_or_else(refuse_header)?;
        let header = String::from_utf8_lossy(header);
        let descr = find_entry(&header, "descr")
            .and_then(|rest| rest.strip_prefix('\'')?.split_once('\''))
            .map(|(descr, _)| descr)
            .ok_or("its items are not plain numbers")?;
        if !find_entry(&header, "fortran_order").is_some_and(|rest| rest.starts_with("False")) {
            return Err("its columns come first; save numpy.ascontiguousarray of it".to_string());
        }
        let shape = find_entry(&header, "shape").and_then(|rest| rest.strip_prefix('(')?.split_once(')'));
        let (shape, _) = shape.ok_or_else(refuse_header)?;
        let sides = shape.split(',').map(str::trim).filter(|side| !side.is_empty());
        let shape: Option<Vec<usize>> = sides.map(|side| side.parse().ok()).collect();
        let shape = shape.ok_or_else(refuse_header)?;
        let count = shape.iter().try_fold(1_usize, |count, side| count.checked_mul(*side));
        let (dtype, size) = parse_dtype(descr)?;
        let wanted = count.and_then(|count| count.checked_mul(size)).ok_or_else(refuse_header)?;
        if data.len() != wanted {
            return Err(format!(
                "it is cut off: its shape {} is {wanted} bytes, {} are there",
                format_shape(&shape),
                data.len()
            ));
        }
        let big = descr.starts_with('>');
        let numbers = data
            .chunks_exact(size)
            .map(|item: &[u8]| {
                let mut word = [0; 8];
                for (at, place) in word.iter_mut().enumerate().take(size) {
                    *place = item[if big { size - 1 - at } else { at }];
                }
                to_number(dtype, u64::from_le_bytes(word))
            })
            .collect::<Result<_, _>>()?;
        Ok(NumpyArray { shape, dtype: dtype.to_string(), numbers })
    }

    /// Returns the number of numbers.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the number at an index, as in the file; `None` after the last.
    pub(super) fn number_at(&self, at: usize) -> Option<WrittenNumber> {
        self.numbers.get(at).copied()
    }

    /// Returns the number at an index as a word of that type, if it is exact; `None` after the last.
    pub(super) fn word_at(&self, at: usize, scalar: Scalar) -> Result<Option<u32>, String> {
        let Some(number) = self.numbers.get(at) else { return Ok(None) };
        let (wanted, save) = match scalar {
            Scalar::I32 => ("int", "int32"),
            Scalar::U32 => ("uint", "uint32"),
            _ => ("float", "float32"),
        };
        let dtype = &self.dtype;
        match (*number, wanted) {
            (WrittenNumber::Real(real), "float") => {
                let single = real as f32;
                if real.is_nan() || f64::from(single) == real {
                    return Ok(Some(single.to_bits()));
                }
                Err(format!("its {real} of {dtype} is not a float of 32 bits, {wanted} is wanted; save it as {save}"))
            }
            (WrittenNumber::Whole(whole), "float") => {
                let single = whole as f32;
                if single as i64 == whole {
                    return Ok(Some(single.to_bits()));
                }
                Err(format!("its {whole} of {dtype} is not a float of 32 bits, {wanted} is wanted; save it as {save}"))
            }
            (WrittenNumber::Whole(whole), _) => {
                let word = if wanted == "int" {
                    i32::try_from(whole).map(|int| int as u32).ok()
                } else {
                    u32::try_from(whole).ok()
                };
                match word {
                    Some(word) => Ok(Some(word)),
                    None => Err(format!(
                        "its {whole} of {dtype} does not fit {wanted} of 32 bits, {wanted} is wanted; save it as {save}"
                    )),
                }
            }
            _ => Err(format!("its numbers are {dtype}, {wanted} is wanted; save it as {save}")),
        }
    }

    /// Returns NumPy's name of a narrow type.
    pub(super) fn dtype_name(of: Narrow) -> &'static str {
        match of {
            Narrow::Int(8) => "int8",
            Narrow::Int(_) => "int16",
            Narrow::Uint(8) => "uint8",
            Narrow::Uint(_) => "uint16",
            Narrow::Float(_) => "float16",
        }
    }

    /// Returns its shape in NumPy's notation.
    pub(super) fn describe_shape(&self) -> String {
        format_shape(&self.shape)
    }
}

fn find_entry<'h>(header: &'h str, name: &str) -> Option<&'h str> {
    header.split_once(&format!("'{name}':")).map(|(_, rest)| rest.trim_start())
}

fn refuse_header() -> String {
    "it is cut off in its header".to_string()
}

fn format_shape(shape: &[usize]) -> String {
    let sides: Vec<String> = shape.iter().map(usize::to_string).collect();
    if let [one] = sides.as_slice() { format!("({one},)") } else { format!("({})", sides.join(", ")) }
}

/// Parses the name and the size in bytes of a type.
fn parse_dtype(descr: &str) -> Result<(&'static str, usize), String> {
    Ok(match descr.trim_start_matches(['<', '>', '|', '=']) {
        "b1" => ("bool", 1),
        "i1" => ("int8", 1),
        "i2" => ("int16", 2),
        "i4" => ("int32", 4),
        "i8" => ("int64", 8),
        "u1" => ("uint8", 1),
        "u2" => ("uint16", 2),
        "u4" => ("uint32", 4),
        "u8" => ("uint64", 8),
        "f2" => ("float16", 2),
        "f4" => ("float32", 4),
        "f8" => ("float64", 8),
        other => {
            let other: String = other.chars().filter(char::is_ascii_graphic).take(16).collect();
            return Err(format!("its numbers are {other}; save it as float32, int32 or uint32"));
        }
    })
}

/// Converts the bytes of a number, lowest first, by its type.
fn to_number(dtype: &str, word: u64) -> Result<WrittenNumber, String> {
    Ok(match dtype {
        "int8" => WrittenNumber::Whole(i64::from(word as i8)),
        "int16" => WrittenNumber::Whole(i64::from(word as i16)),
        "int32" => WrittenNumber::Whole(i64::from(word as i32)),
        "int64" => WrittenNumber::Whole(word as i64),
        "float16" => WrittenNumber::Real(half::f16::from_bits(word as u16).to_f64()),
        "float32" => WrittenNumber::Real(f64::from(f32::from_bits(word as u32))),
        "float64" => WrittenNumber::Real(f64::from_bits(word)),
        _ => WrittenNumber::Whole(
            i64::try_from(word).map_err(|_| format!("its {word} of uint64 is too large; save it as uint32"))?,
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file as `numpy.save` of NumPy 2.3 writes it, except for the padding of the header.
    fn npy_file(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let length = (header.len() as u16).to_le_bytes();
        [MAGIC, &[1, 0], &length, header.as_bytes(), data].concat()
    }

    fn read_words(bytes: &[u8], scalar: Scalar) -> Result<Vec<u32>, String> {
        let array = NumpyArray::read(bytes)?;
        (0..array.len())
            .map(|at| array.word_at(at, scalar).map(Option::unwrap_or_default))
            .collect()
    }

    #[test]
    fn numbers_of_every_type_arrive_exactly() {
        for (descr, data, scalar, word) in [
            ("<f4", &0.1_f32.to_le_bytes()[..], Scalar::F32, f32::to_bits(0.1)),
            (">f4", &0.1_f32.to_be_bytes(), Scalar::F32, f32::to_bits(0.1)),
            ("<f8", &0.25_f64.to_le_bytes(), Scalar::F32, f32::to_bits(0.25)),
            ("<f2", &[0x00, 0x3c], Scalar::F32, f32::to_bits(1.0)),
            ("<i4", &(-3_i32).to_le_bytes(), Scalar::I32, -3_i32 as u32),
            ("<i4", &(-3_i32).to_le_bytes(), Scalar::F32, f32::to_bits(-3.0)),
            ("<i8", &7_i64.to_le_bytes(), Scalar::U32, 7),
            (">u2", &[1, 2], Scalar::U32, 258),
            ("|u1", &[255], Scalar::I32, 255),
            ("|i1", &[255], Scalar::I32, u32::MAX),
            ("|b1", &[1], Scalar::U32, 1),
            ("<u4", &u32::MAX.to_le_bytes(), Scalar::U32, u32::MAX),
        ] {
            assert_eq!(read_words(&npy_file(descr, "(1,)", data), scalar), Ok(vec![word]), "{descr}");
        }
        assert_eq!(NumpyArray::read(&npy_file("<f4", "()", &[0; 4])).map(|array| array.len()), Ok(1));
        assert_eq!(
            NumpyArray::read(&npy_file("<f4", "(0, 3)", &[])).map(|array| array.describe_shape()),
            Ok("(0, 3)".into())
        );
    }

    #[test]
    fn what_does_not_fit_is_a_sentence() {
        for (bytes, scalar, sentence) in [
            (b"PNG".to_vec(), Scalar::F32, "it is not an .npy file"),
            (MAGIC.to_vec(), Scalar::F32, "it is cut off in its header"),
            (npy_file("<f4", "(2,)", &[0; 7]), Scalar::F32, "it is cut off: its shape (2,) is 8 bytes, 7 are there"),
            (npy_file("<f4", "(2, 9", &[0; 7]), Scalar::F32, "it is cut off in its header"),
            (npy_file("<c8", "(1,)", &[0; 8]), Scalar::F32, "its numbers are c8; save it as float32"),
            (
                npy_file("<f4", "(1,)", &[0; 4]),
                Scalar::U32,
                "its numbers are float32, uint is wanted; save it as uint32",
            ),
            (
                npy_file("<f8", "(1,)", &0.1_f64.to_le_bytes()),
                Scalar::F32,
                "its 0.1 of float64 is not a float of 32 bits",
            ),
            (npy_file("<i4", "(1,)", &[255; 4]), Scalar::U32, "its -1 of int32 does not fit uint of 32 bits"),
            (
                npy_file("<i4", "(1,)", &16_777_217_i32.to_le_bytes()),
                Scalar::F32,
                "its 16777217 of int32 is not a float",
            ),
            (npy_file("<u8", "(1,)", &[255; 8]), Scalar::U32, "is too large"),
        ] {
            let why = read_words(&bytes, scalar).unwrap_err();
            assert!(why.contains(sentence), "{why}");
        }
        let columns = String::from_utf8_lossy(&npy_file("<f4", "(1,)", &[])).replace("False", "True ");
        assert!(NumpyArray::read(&[MAGIC, &columns.as_bytes()[columns.find("\u{1}").unwrap()..]].concat()).is_err());
        let whole = npy_file("<f4", "(3,)", &[0; 12]);
        for length in 0..whole.len() {
            assert!(NumpyArray::read(&whole[..length]).is_err(), "{length}");
        }
    }
}
