//! `printf`: a format and its values.

use super::memory::{Memory, Value};

/// A field of a format: `%-08.3lf`.
#[derive(Debug, Default, Clone)]
struct Field {
    is_left: bool,
    has_zeros: bool,
    has_plus: bool,
    has_space: bool,
    is_alternate: bool,
    width: usize,
    precision: Option<usize>,
    /// The letters before the conversion: `hh`, `l`.
    size: String,
}

/// The widest field.
const MOST_WIDE: usize = 4096;

/// Writes values as a format says; an error is a sentence.
pub(super) fn write_formatted(format: &[u8], values: &[Value], memory: &Memory) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    let mut values = values.iter();
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            out.push(byte);
            continue;
        }
        if rest.peek() == Some(&b'%') {
            rest.next();
            out.push(b'%');
            continue;
        }
        let mut field = Field::default();
        loop {
            match rest.peek() {
                Some(b'-') => field.is_left = true,
                Some(b'0') => field.has_zeros = true,
                Some(b'+') => field.has_plus = true,
                Some(b' ') => field.has_space = true,
                Some(b'#') => field.is_alternate = true,
                _ => break,
            }
            rest.next();
        }
        field.width = read_size(&mut rest, &mut values).unwrap_or(0);
        if rest.peek() == Some(&b'.') {
            rest.next();
            field.precision = Some(read_size(&mut rest, &mut values).unwrap_or(0));
        }
        while let Some(letter @ (b'h' | b'l' | b'L' | b'z' | b'q')) = rest.peek().copied() {
            field.size.push(char::from(letter));
            rest.next();
        }
        let Some(conversion) = rest.next() else {
            return Err(
                "expected a letter such as d or f after % in this format, found its end; write %% for a percent sign"
                    .to_string(),
            );
        };
        let Some(value) = values.next() else {
            return Err(format!(
                "expected a value for %{} in this format, found none; give one",
                char::from(conversion)
            ));
        };
        out.extend(write_field(&field, conversion, *value, memory)?);
    }
    Ok(out)
}

fn read_size<'v>(
    rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>,
    values: &mut impl Iterator<Item = &'v Value>,
) -> Option<usize> {
    if rest.peek() == Some(&b'*') {
        rest.next();
        return match values.next() {
            Some(Value::Whole(size)) => usize::try_from(*size).ok().map(|size| size.min(MOST_WIDE)),
            _ => None,
        };
    }
    let mut size = None;
    while let Some(digit) = rest.peek().filter(|digit| digit.is_ascii_digit()) {
        size = Some((size.unwrap_or(0) * 10 + usize::from(digit - b'0')).min(MOST_WIDE));
        rest.next();
    }
    size
}

fn write_field(field: &Field, conversion: u8, value: Value, memory: &Memory) -> Result<Vec<u8>, String> {
    let letter = char::from(conversion);
    let wrong =
        |wanted: &str| Err(format!("%{letter} expects {wanted}, found another value; print it by another letter"));
    match conversion {
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => match value {
            Value::Whole(whole) => Ok(write_whole(field, conversion, whole)),
            Value::Address(address) => Ok(write_whole(field, conversion, address as i64)),
            _ => wrong("a whole number"),
        },
        b'c' => match value {
            Value::Whole(whole) => Ok(pad_field(field, Vec::new(), vec![whole as u8], false)),
            _ => wrong("a character"),
        },
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => match value {
            Value::Real(real) => Ok(write_real(field, conversion, real)),
            _ => wrong("a real number"),
        },
        b's' => match value {
            Value::Address(address) => {
                let Some(text) = memory.read_text(address) else {
                    return Err("%s expects a text with its final zero, found memory without; give a text".to_string());
                };
                let length = field.precision.unwrap_or(text.len()).min(text.len());
                Ok(pad_field(field, Vec::new(), text.get(..length).unwrap_or_default().to_vec(), false))
            }
            _ => wrong("a text"),
        },
        b'p' => match value {
            Value::Address(address) => Ok(pad_field(field, Vec::new(), format!("{address:#x}").into_bytes(), false)),
            _ => wrong("a pointer"),
        },
        _ => {
            Err(format!("expected a letter such as d, f or s after % in this format, found {letter}; use one of them"))
        }
    }
}

/// Pads text to the field's width: with zeros between the sign and the digits if the field says so.
fn pad_field(field: &Field, sign: Vec<u8>, digits: Vec<u8>, may_have_zeros: bool) -> Vec<u8> {
    let missing = field.width.saturating_sub(sign.len() + digits.len());
    let (zeros, spaces) = match field.has_zeros && !field.is_left && may_have_zeros {
        true => (missing, 0),
        false => (0, missing),
    };
    let (before, after) = if field.is_left { (0, spaces) } else { (spaces, 0) };
    let mut out = vec![b' '; before];
    out.extend(sign);
    out.extend(vec![b'0'; zeros]);
    out.extend(digits);
    out.extend(vec![b' '; after]);
    out
}

fn sign_of(field: &Field, is_negative: bool) -> Vec<u8> {
    match (is_negative, field.has_plus, field.has_space) {
        (true, ..) => b"-".to_vec(),
        (_, true, _) => b"+".to_vec(),
        (.., true) => b" ".to_vec(),
        _ => Vec::new(),
    }
}

fn write_whole(field: &Field, conversion: u8, whole: i64) -> Vec<u8> {
    let is_long = field.size.contains(['l', 'z', 'q']);
    let cut = match (field.size.as_str(), conversion) {
        ("hh", b'd' | b'i') => i64::from(whole as i8),
        ("hh", _) => i64::from(whole as u8),
        ("h", b'd' | b'i') => i64::from(whole as i16),
        ("h", _) => i64::from(whole as u16),
        (_, b'd' | b'i') if !is_long => i64::from(whole as i32),
        _ if !is_long => i64::from(whole as u32),
        _ => whole,
    };
    let (sign, mut digits) = match conversion {
        b'd' | b'i' => (sign_of(field, cut < 0), cut.unsigned_abs().to_string()),
        b'u' => (Vec::new(), (cut as u64).to_string()),
        b'x' => (if field.is_alternate { b"0x".to_vec() } else { Vec::new() }, format!("{:x}", cut as u64)),
        b'X' => (if field.is_alternate { b"0X".to_vec() } else { Vec::new() }, format!("{:X}", cut as u64)),
        _ => (Vec::new(), format!("{:o}", cut as u64)),
    };
    if let Some(precision) = field.precision {
        digits = format!("{digits:0>precision$}");
    }
    pad_field(field, sign, digits.into_bytes(), field.precision.is_none())
}

fn write_real(field: &Field, conversion: u8, real: f64) -> Vec<u8> {
    let is_upper = conversion.is_ascii_uppercase();
    let sign = sign_of(field, real.is_sign_negative() && !real.is_nan() || real.is_nan() && real.is_sign_negative());
    if !real.is_finite() {
        let word = if real.is_nan() { "nan" } else { "inf" };
        let word = if is_upper { word.to_uppercase() } else { word.to_string() };
        return pad_field(field, sign, word.into_bytes(), false);
    }
    let precision = field.precision.unwrap_or(6);
    let value = real.abs();
    let digits = match conversion.to_ascii_lowercase() {
        b'f' => format!("{value:.precision$}"),
        b'e' => write_exponent(value, precision, true),
        _ => write_general(value, precision.max(1), field.is_alternate),
    };
    let digits = if is_upper { digits.to_uppercase() } else { digits };
    pad_field(field, sign, digits.into_bytes(), true)
}

/// Writes a number with an exponent of two digits at least.
fn write_exponent(value: f64, precision: usize, keeps_zeros: bool) -> String {
    let text = format!("{value:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((text.as_str(), "0"));
    let digits = match !keeps_zeros && digits.contains('.') {
        true => digits.trim_end_matches('0').trim_end_matches('.'),
        false => digits,
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// Writes a number as `%g`: the shorter of the two ways, without zeros at the end.
fn write_general(value: f64, precision: usize, keeps_zeros: bool) -> String {
    let rounded = format!("{value:.*e}", precision - 1);
    let exponent: i32 = rounded
        .split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0);
    if exponent < -4 || exponent >= precision as i32 {
        return write_exponent(value, precision - 1, keeps_zeros);
    }
    let digits = (precision as i32 - 1 - exponent).max(0) as usize;
    let text = format!("{value:.digits$}");
    match !keeps_zeros && text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The outputs of C, written down from the standard's rules and checked once with a C compiler.
    #[test]
    fn fields_are_those_of_c() {
        let print = |format: &str, value: Value| {
            String::from_utf8(write_formatted(format.as_bytes(), &[value], &Memory::default()).unwrap()).unwrap()
        };
        for (format, value, wanted) in [
            ("%3.2f", 0.125, "0.12"),
            ("%6.2f|", -1.5, " -1.50|"),
            ("%f", 0.1, "0.100000"),
            ("%g", 100_000.0, "100000"),
            ("%g", 1_000_000.0, "1e+06"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 0.000_01, "1e-05"),
            ("%g", 2.5, "2.5"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%+.1f", 2.25, "+2.2"),
            ("%08.3f", -3.21654, "-003.217"),
            ("%-8.1f|", 3.0, "3.0     |"),
            ("%3.0f", 2.5, "  2"),
            ("%f", f64::INFINITY, "inf"),
            ("%6.1f", f64::NEG_INFINITY, "  -inf"),
        ] {
            assert_eq!(print(format, Value::Real(value)), wanted, "{format}");
        }
        for (format, value, wanted) in [
            ("%d", -5, "-5"),
            ("%5d|", 42, "   42|"),
            ("%-5d|", 42, "42   |"),
            ("%05d", -42, "-0042"),
            ("%.3d", 7, "007"),
            ("%x", 255, "ff"),
            ("%#X", 255, "0XFF"),
            ("%u", -1, "4294967295"),
            ("%hhd", 200, "-56"),
            ("%hhu", 456, "200"),
            ("%o", 8, "10"),
            ("%ld", 1 << 40, "1099511627776"),
            ("%c", 65, "A"),
            ("100%%%d", 1, "100%1"),
        ] {
            assert_eq!(print(format, Value::Whole(value)), wanted, "{format}");
        }
    }
}
