//! The written content of a buffer, a uniform or an image.

use crate::texels::Texels;

/// Most numbers in a list.
const MAX_NUMBERS: usize = 1 << 16;
/// Longest side of an image, and of a fragment kernel's target.
const MAX_SIDE: u32 = 16_384;
/// The default seed of random content: the same words every time.
const DEFAULT_SEED: u32 = 1;

/// The content of a buffer.
#[derive(Debug, Clone, PartialEq)]
pub enum BufferFill {
    /// A pattern and its length in words.
    Made(FillPattern, u32),
    /// These numbers, in the order of the block's declaration.
    Given(GivenNumbers),
    /// The numbers of a NumPy array, or bytes in the layout of a buffer.
    File(GivenFile),
}

/// A file named in a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// Its path.
    pub name: String,
    /// True if it must be in the kernel's folder, as for files in comments.
    pub within: bool,
}

/// Numbers of an option, or of a program.
#[derive(Debug, Clone, PartialEq)]
pub enum GivenNumbers {
    /// Written numbers; their type is that of their target.
    Written(Vec<WrittenNumber>),
    /// The words themselves.
    Words(Vec<u32>),
}

/// A written number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum WrittenNumber {
    /// `-3`, and 0 or 1 for `false` and `true`.
    Whole(i64),
    /// `1.5`.
    Real(f64),
    /// `0xff`: the word itself.
    Bits(u32),
}

/// A pattern of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FillPattern {
    /// This number everywhere.
    Constant(WrittenNumber),
    /// This number, the next one and so on.
    From(i64),
    /// Random numbers from a seed: floats from 0 to 1, and integers from 0 to 1023.
    Random(u32),
}

/// The content of an image.
#[derive(Debug, Clone, PartialEq)]
pub enum ImageFill {
    /// A PNG.
    File(GivenFile),
    /// A NumPy array: rows, columns and lanes, preceded by the depth.
    Numbers(GivenFile),
    /// A pattern on texels along x, y and z.
    Made(FillPattern, [u32; 3]),
    /// Texels of a program.
    Given(Texels),
    /// The previous pass's output of this name.
    Drawn(String),
}

/// Returns true if a text ends with one of these endings; case is ignored.
fn has_ending(text: &str, endings: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    endings.iter().any(|ending| text.ends_with(ending))
}

fn named_file(name: &str) -> GivenFile {
    GivenFile { name: name.to_string(), within: false }
}

/// Parses `zero`, `index`, `random` or a number.
fn parse_pattern(word: &str) -> Option<FillPattern> {
    Some(match word {
        "zero" => FillPattern::Constant(WrittenNumber::Whole(0)),
        "one" => FillPattern::Constant(WrittenNumber::Whole(1)),
        "index" => FillPattern::From(0),
        "random" => FillPattern::Random(DEFAULT_SEED),
        number_of => FillPattern::Constant(parse_number(number_of)?),
    })
}

/// Parses `random:1024`, with an optional seed: `random:1024:7`.
fn parse_sized_pattern(content: &str) -> Option<(FillPattern, &str)> {
    let (word, size) = content.split_once(':')?;
    let pattern = parse_pattern(word.trim())?;
    match (pattern, size.split_once(':')) {
        (FillPattern::Random(_), Some((size, seed))) => {
            Some((FillPattern::Random(u32::try_from(parse_digits(seed.trim())?).ok()?), size))
        }
        (_, Some(_)) => None,
        _ => Some((pattern, size)),
    }
}

/// Parses `0..1024`: the first number and the end.
fn parse_range(content: &str) -> Option<Result<BufferFill, String>> {
    let (first, end) = content.split_once("..")?;
    let first: i64 = first.trim().parse().ok()?;
    let end: i64 = end.trim().parse().ok()?;
    let length = end
        .checked_sub(first)
        .and_then(|length| u32::try_from(length).ok())
        .filter(|length| *length > 0);
    let length = length.ok_or_else(|| format!("from {first} to {end} there are no numbers, or too many"));
    Some(length.map(|length| BufferFill::Made(FillPattern::From(first), length)))
}

/// Parses `random:1024`, `0..1024`, `[1,2,3]` or a file.
pub(super) fn parse_fill(content: &str) -> Result<BufferFill, String> {
    if content.starts_with('[') {
        return Ok(BufferFill::Given(GivenNumbers::Written(parse_list(strip_brackets(content))?)));
    }
    if has_ending(content, &[".npy", ".bin"]) {
        return Ok(BufferFill::File(named_file(content)));
    }
    if let Some(range) = parse_range(content) {
        return range;
    }
    let (pattern, words) = parse_sized_pattern(content).ok_or(
        "expected zero:N, one:N, index:N, 0.5:N, random:N, random:N:SEED, 0..N, [1,2,3], FILE.npy or FILE.bin",
    )?;
    Ok(BufferFill::Made(pattern, parse_count(words.trim(), u32::MAX)?))
}

/// Parses the content of a buffer, or numbers without brackets.
pub(super) fn parse_numbers(content: &str) -> Result<BufferFill, String> {
    let is_fill = content.contains([':', '[']) || content.contains("..") || has_ending(content, &[".npy", ".bin"]);
    if is_fill { parse_fill(content) } else { Ok(BufferFill::Given(GivenNumbers::Written(parse_list(content)?))) }
}

/// Parses a file's name, or `random:64x48`.
pub(super) fn parse_picture(content: &str) -> Result<ImageFill, String> {
    if has_ending(content, &[".png"]) {
        return Ok(ImageFill::File(named_file(content)));
    }
    if has_ending(content, &[".npy"]) {
        return Ok(ImageFill::Numbers(named_file(content)));
    }
    let (pattern, size) = parse_sized_pattern(content)
        .ok_or("expected FILE.png, FILE.npy, zero:WxH, one:WxH, index:WxH, 0.5:WxH or random:WxH")?;
    Ok(ImageFill::Made(pattern, parse_sides::<3>(size)?))
}

/// Strips the brackets, if there are any.
fn strip_brackets(content: &str) -> &str {
    content
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(content)
}

/// Parses numbers separated by commas.
fn parse_list(content: &str) -> Result<Vec<WrittenNumber>, String> {
    let mut numbers = vec![];
    for text in content.split(',') {
        if numbers.len() == MAX_NUMBERS {
            return Err(format!("it has more than {MAX_NUMBERS} numbers"));
        }
        numbers
            .push(parse_number(text.trim()).ok_or_else(|| format!("{:?} is not a number", shorten_text(text.trim())))?);
    }
    Ok(numbers)
}

fn parse_number(text: &str) -> Option<WrittenNumber> {
    if let Some(hex) = text.strip_prefix("0x") {
        let all = !hex.is_empty() && hex.chars().all(|c| c.is_ascii_hexdigit());
        return u32::from_str_radix(hex, 16).ok().filter(|_| all).map(WrittenNumber::Bits);
    }
    match text {
        "true" => return Some(WrittenNumber::Whole(1)),
        "false" => return Some(WrittenNumber::Whole(0)),
        _ => {}
    }
    if let Ok(whole) = text.parse::<i64>() {
        return Some(WrittenNumber::Whole(whole));
    }
    text.parse::<f64>().ok().map(WrittenNumber::Real)
}

/// Shortens a text from elsewhere for a message, without control characters.
pub(super) fn shorten_text(text: &str) -> String {
    let short: String = text
        .chars()
        .take(40)
        .map(|letter: char| if letter.is_control() { '?' } else { letter })
        .collect();
    if text.chars().nth(40).is_some() { format!("{short}...") } else { short }
}

/// Parses decimal digits, such as `1_000`.
pub(super) fn parse_digits(text: &str) -> Option<u64> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.chars().all(|c| c == '_' || c.is_ascii_digit()) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// Parses a number from 1 to a limit.
pub(super) fn parse_count(text: &str, most: u32) -> Result<u32, String> {
    let number = parse_digits(text)
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("it is not a number from 1 to {most}"))
}

/// Parses `64x48`: at least two sides; missing ones are 1.
pub(super) fn parse_sides<const SIDES: usize>(value: &str) -> Result<[u32; SIDES], String> {
    let mut sides = [1; SIDES];
    let mut given = 0;
    for side in value.split('x') {
        let place = sides.get_mut(given).ok_or_else(|| format!("it has more than {SIDES} sides"))?;
        *place = parse_count(side.trim(), MAX_SIDE)?;
        given += 1;
    }
    if given < 2 { Err("it has one side".to_string()) } else { Ok(sides) }
}
