//! What a buffer, a uniform or an image holds, as it is written.

use crate::texels::Texels;

/// The most numbers that a list holds.
const LONGEST: usize = 1 << 16;
/// The longest side of an image, and of what a fragment kernel draws on.
const SIDE: u32 = 16_384;
/// The seed of what is made up: the same words every time.
const SEED: u32 = 1;

/// What a buffer holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Fill {
    /// So many words of a pattern.
    Made(FillPattern, u32),
    /// These numbers, one after another as the block is declared.
    Given(Numbers),
    /// The numbers of an array of NumPy's, or bytes as they lie in a buffer.
    File(GivenFile),
}

/// A file that a setting names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// Its path.
    pub name: String,
    /// Whether it must lie in the kernel's folder: a comment names no other.
    pub within: bool,
}

/// Numbers of an option, or of a program.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// As they are written; what they become depends on what takes them.
    Written(Vec<Number>),
    /// The words themselves.
    Words(Vec<u32>),
}

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// `-3`, and 0 or 1 for `false` and `true`.
    Whole(i64),
    /// `1.5`.
    Real(f64),
    /// `0xff`: the word as it is.
    Bits(u32),
}

/// What made-up content looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FillPattern {
    /// This number everywhere.
    Constant(Number),
    /// This number, the next one and so on.
    From(i64),
    /// Numbers without a pattern, of a seed: floats from 0 to 1, and whole numbers from 0 to 1023.
    Random(u32),
}

/// What an image holds.
#[derive(Debug, Clone, PartialEq)]
pub enum ImageFill {
    /// A PNG.
    File(GivenFile),
    /// An array of NumPy's: rows, columns and lanes, the depth before them.
    Numbers(GivenFile),
    /// A pattern on texels along x, y and z.
    Made(FillPattern, [u32; 3]),
    /// Texels of a program.
    Given(Texels),
    /// What the pass before drew as this output.
    Drawn(String),
}

/// Whether a text ends with one of these, in letters of any size.
fn ends(text: &str, endings: &[&str]) -> bool {
    let text = text.to_ascii_lowercase();
    endings.iter().any(|ending| text.ends_with(ending))
}

fn file(name: &str) -> GivenFile {
    GivenFile { name: name.to_string(), within: false }
}

/// `zero`, `index`, `random` or a number.
fn pattern(word: &str) -> Option<FillPattern> {
    Some(match word {
        "zero" => FillPattern::Constant(Number::Whole(0)),
        "one" => FillPattern::Constant(Number::Whole(1)),
        "index" => FillPattern::From(0),
        "random" => FillPattern::Random(SEED),
        number_of => FillPattern::Constant(number(number_of)?),
    })
}

/// `random:1024`, and the seed behind it if there is one: `random:1024:7`.
fn made(content: &str) -> Option<(FillPattern, &str)> {
    let (word, size) = content.split_once(':')?;
    let pattern = pattern(word.trim())?;
    match (pattern, size.split_once(':')) {
        (FillPattern::Random(_), Some((size, seed))) => {
            Some((FillPattern::Random(u32::try_from(digits(seed.trim())?).ok()?), size))
        }
        (_, Some(_)) => None,
        _ => Some((pattern, size)),
    }
}

/// `0..1024`: the first number, and how many there are.
fn range(content: &str) -> Option<Result<Fill, String>> {
    let (first, end) = content.split_once("..")?;
    let (first, end): (i64, i64) = (first.trim().parse().ok()?, end.trim().parse().ok()?);
    let length = end
        .checked_sub(first)
        .and_then(|length| u32::try_from(length).ok())
        .filter(|length| *length > 0);
    let length = length.ok_or_else(|| format!("from {first} to {end} there are no numbers, or too many"));
    Some(length.map(|length| Fill::Made(FillPattern::From(first), length)))
}

/// `random:1024`, `0..1024`, `[1,2,3]` or a file.
pub(super) fn fill(content: &str) -> Result<Fill, String> {
    if content.starts_with('[') {
        return Ok(Fill::Given(Numbers::Written(list(unbracketed(content))?)));
    }
    if ends(content, &[".npy", ".bin"]) {
        return Ok(Fill::File(file(content)));
    }
    if let Some(range) = range(content) {
        return range;
    }
    let (pattern, words) = made(content).ok_or(
        "it is no zero:N, one:N, index:N, 0.5:N, random:N, random:N:SEED, 0..N, [1,2,3], FILE.npy or FILE.bin",
    )?;
    Ok(Fill::Made(pattern, count(words.trim(), u32::MAX)?))
}

/// What a buffer may hold, and numbers without brackets.
pub(super) fn numbers(content: &str) -> Result<Fill, String> {
    let is_fill = content.contains([':', '[']) || content.contains("..") || ends(content, &[".npy", ".bin"]);
    if is_fill { fill(content) } else { Ok(Fill::Given(Numbers::Written(list(content)?))) }
}

/// A file's name, or `random:64x48`.
pub(super) fn picture(content: &str) -> Result<ImageFill, String> {
    if ends(content, &[".png"]) {
        return Ok(ImageFill::File(file(content)));
    }
    if ends(content, &[".npy"]) {
        return Ok(ImageFill::Numbers(file(content)));
    }
    let (pattern, size) =
        made(content).ok_or("it is no FILE.png, FILE.npy, zero:WxH, one:WxH, index:WxH, 0.5:WxH or random:WxH")?;
    Ok(ImageFill::Made(pattern, sides::<3>(size)?))
}

/// What stands in brackets; all of it, if there are none.
fn unbracketed(content: &str) -> &str {
    content
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(content)
}

/// Numbers with commas between them.
fn list(content: &str) -> Result<Vec<Number>, String> {
    let mut numbers = vec![];
    for text in content.split(',') {
        if numbers.len() == LONGEST {
            return Err(format!("it has more than {LONGEST} numbers"));
        }
        numbers.push(number(text.trim()).ok_or_else(|| format!("{:?} is no number", shown(text.trim())))?);
    }
    Ok(numbers)
}

fn number(text: &str) -> Option<Number> {
    if let Some(hex) = text.strip_prefix("0x") {
        let all = !hex.is_empty() && hex.chars().all(|c| c.is_ascii_hexdigit());
        return u32::from_str_radix(hex, 16).ok().filter(|_| all).map(Number::Bits);
    }
    match text {
        "true" => return Some(Number::Whole(1)),
        "false" => return Some(Number::Whole(0)),
        _ => {}
    }
    if let Ok(whole) = text.parse::<i64>() {
        return Some(Number::Whole(whole));
    }
    text.parse::<f64>().ok().map(Number::Real)
}

/// A text of somebody else in a sentence: short, and without what would spoil the terminal.
pub(super) fn shown(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let short: String = text.chars().take(40).map(plain).collect();
    if text.chars().nth(40).is_some() { format!("{short}...") } else { short }
}

/// Decimal digits, also as `1_000`.
pub(super) fn digits(text: &str) -> Option<u64> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.chars().all(|c| c == '_' || c.is_ascii_digit()) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// A number from 1 to a limit.
pub(super) fn count(text: &str, most: u32) -> Result<u32, String> {
    let number = digits(text)
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("it is no number from 1 to {most}"))
}

/// `64x48`: that many sides, the last ones 1 if there are three.
pub(super) fn sides<const SIDES: usize>(value: &str) -> Result<[u32; SIDES], String> {
    let mut sides = [1; SIDES];
    let mut given = 0;
    for side in value.split('x') {
        let place = sides.get_mut(given).ok_or_else(|| format!("it has more than {SIDES} sides"))?;
        *place = count(side.trim(), SIDE)?;
        given += 1;
    }
    if given < 2 { Err("it has one side".to_string()) } else { Ok(sides) }
}
