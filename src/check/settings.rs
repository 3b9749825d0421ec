//! How a kernel says what it is to be run on: lines `// run: word value` in its text, and options of the same
//! words.

use super::texels::Texels;
use crate::data::error::{Error, Result};
use crate::data::nearest::nearest;

/// What the comments begin with.
const MARK: &str = "// run:";
/// The most numbers that a list holds.
const LONGEST: usize = 1 << 16;
/// The longest side of an image, and of what a fragment kernel draws on.
const SIDE: u32 = 16_384;
/// The most groups along an axis: what any OpenGL has.
const GROUPS: u32 = 65_535;
/// The most schedules.
pub(super) const SCHEDULES: u32 = 4096;
/// The most MiB that a comment may ask for. A file from elsewhere must not take all memory; the command line
/// may.
const MEMORY: u32 = 512;

/// The words there are, each with an example.
const WORDS: [(&str, &str); 13] = [
    ("groups", "groups 4,4"),
    ("size", "size 64x48"),
    ("buffer", "buffer Source=random:1024"),
    ("uniform", "uniform n=1000"),
    ("image", "image photo=random:64x48"),
    ("output", "output colour=photo"),
    ("warp", "warp 32"),
    ("schedules", "schedules 16"),
    ("schedule", "schedule random:3"),
    ("watch", "watch non-finite"),
    ("steps", "steps 100000"),
    ("memory", "memory 512"),
    ("deadline", "deadline 4"),
];

/// One thing that a launch needs to know.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum RunSetting {
    /// Work groups along x, y and z.
    Groups([u32; 3]),
    /// Width and height of what a fragment kernel draws on.
    Size([u32; 2]),
    /// A block and its content.
    Buffer(String, Fill),
    /// A uniform and its numbers.
    Uniform(String, Numbers),
    /// A sampler or an image and its texels.
    Image(String, ImageFill),
    /// A fragment's output, and the sampler or image that it draws to.
    Output(String, String),
    /// Lanes of a warp.
    Warp(u32),
    /// How many orders to try.
    Schedules(u32),
    /// One order.
    Schedule(Schedule),
    /// Infinities, and what is no number.
    WatchNonFinite,
    /// Writes of one value are races.
    WatchSameValue,
    /// A result that depends on the order is wrong.
    WatchOrder,
    /// Instructions after which a warp is stopped.
    Steps(u64),
    /// MiB that the run may take.
    Memory(u32),
    /// Seconds that the run may take.
    Deadline(f64),
}

/// What a buffer holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Fill {
    /// So many words of a pattern.
    Made(FillPattern, u32),
    /// These numbers, one after another as the block is declared.
    Given(Numbers),
}

/// Numbers of an option, or of a program.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Numbers {
    /// As they are written; what they become depends on what takes them.
    Written(Vec<Number>),
    /// The words themselves.
    Words(Vec<u32>),
}

/// A number as it is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    /// `-3`, and 0 or 1 for `false` and `true`.
    Whole(i64),
    /// `1.5`.
    Real(f64),
    /// `0xff`: the word as it is.
    Bits(u32),
}

/// What made-up content looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FillPattern {
    /// 0 everywhere.
    Zero,
    /// 1 everywhere.
    One,
    /// 0, 1, 2 and so on.
    Index,
    /// Numbers without a pattern: floats from 0 to 1, and whole numbers from 0 to 1023.
    Random,
}

/// What an image holds.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ImageFill {
    /// A PNG, and whether it must lie in the kernel's folder.
    File { name: String, within: bool },
    /// A pattern on texels along x, y and z.
    Made(FillPattern, [u32; 3]),
    /// Texels of a program.
    Given(Texels),
}

/// An order of warps and groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Schedule {
    /// One after another.
    Forward,
    /// The last one first.
    Reversed,
    /// Taking turns after each instruction.
    RoundRobin,
    /// As a seed has it; the kernel's fingerprint says for which text.
    Random(u64, Option<String>),
}

/// Reads the comments of a text, each with its line.
pub(crate) fn comments(file: &str, text: &str) -> Result<Vec<(usize, RunSetting)>> {
    let mut settings: Vec<(usize, RunSetting)> = vec![];
    for (line, words) in (1..).zip(text.lines()) {
        let Some(words) = words.trim_start().strip_prefix(MARK) else { continue };
        let wrong = |why: String| Error::data(format!("{file}:{line}: {why}"));
        let setting = comment(words).map_err(wrong)?;
        if let Some((earlier, _)) = settings.iter().find(|(_, known)| known.replaces(&setting)) {
            return Err(wrong(format!("line {earlier} says this already; say it once")));
        }
        settings.push((line, setting));
    }
    Ok(settings)
}

/// Reads what stands behind the mark of one comment.
fn comment(words: &str) -> Result<RunSetting, String> {
    let words = words.trim();
    let (word, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let setting = setting(word, value.trim())?;
    match setting {
        RunSetting::Memory(given) if given > MEMORY => {
            Err(format!("memory {given}: {MEMORY} MiB is what a comment may ask for; use --memory"))
        }
        RunSetting::Deadline(_) => Err("a kernel does not set its own deadline; use --deadline".to_string()),
        RunSetting::Image(name, ImageFill::File { name: file, .. }) => {
            Ok(RunSetting::Image(name, ImageFill::File { name: file, within: true }))
        }
        setting => Ok(setting),
    }
}

/// Reads a word and its value, as in a comment or as in an option. The reason why not is a sentence.
pub(crate) fn setting(word: &str, value: &str) -> Result<RunSetting, String> {
    let Some((word, example)) = WORDS.into_iter().find(|(known, _)| *known == word) else {
        let known: Vec<&str> = WORDS.iter().map(|(word, _)| *word).collect();
        let meant = nearest(word, &known)
            .map(|near| format!("; did you mean {near}?"))
            .unwrap_or_default();
        return Err(format!("there is no {}; there are {}{meant}", shown(word), known.join(", ")));
    };
    let wrong = |why: &str| format!("{word} {}: {why}; write it as {example}", shown(value));
    let read = match word {
        "groups" => groups(value).map(RunSetting::Groups),
        "size" => sides::<2>(value).map(RunSetting::Size),
        "buffer" => named(value).and_then(|(name, content)| Ok(RunSetting::Buffer(name, fill(content)?))),
        "uniform" => named(value)
            .and_then(|(name, content)| Ok(RunSetting::Uniform(name, Numbers::Written(list(unbracketed(content))?)))),
        "image" => named(value).and_then(|(name, content)| Ok(RunSetting::Image(name, picture(content)?))),
        "output" => named(value).map(|(name, onto)| RunSetting::Output(name, onto.to_string())),
        "warp" => count(value, 64).map(RunSetting::Warp),
        "schedules" => count(value, SCHEDULES).map(RunSetting::Schedules),
        "schedule" => schedule(value).map(RunSetting::Schedule),
        "watch" => match value {
            "non-finite" => Ok(RunSetting::WatchNonFinite),
            "same-value" => Ok(RunSetting::WatchSameValue),
            "order" => Ok(RunSetting::WatchOrder),
            _ => Err("non-finite, same-value and order are what can be watched".to_string()),
        },
        "steps" => match digits(value) {
            Some(steps) if steps > 0 => Ok(RunSetting::Steps(steps)),
            _ => Err("it is no number from 1 on".to_string()),
        },
        "memory" => count(value, 1 << 20).map(RunSetting::Memory),
        _ => match value.parse::<f64>() {
            Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(RunSetting::Deadline(seconds)),
            _ => Err("it is no number of seconds above 0, a day at most".to_string()),
        },
    };
    read.map_err(|why| wrong(&why))
}

impl RunSetting {
    /// Whether it says the same thing as another, perhaps with another value.
    pub(crate) fn replaces(&self, other: &RunSetting) -> bool {
        match (self, other) {
            (RunSetting::Buffer(a, _), RunSetting::Buffer(b, _))
            | (RunSetting::Uniform(a, _), RunSetting::Uniform(b, _))
            | (RunSetting::Image(a, _), RunSetting::Image(b, _))
            | (RunSetting::Output(a, _), RunSetting::Output(b, _)) => a == b,
            // One order, or several: both say in which order it runs.
            (
                RunSetting::Schedule(_) | RunSetting::Schedules(_),
                RunSetting::Schedule(_) | RunSetting::Schedules(_),
            ) => true,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// A text of somebody else in a sentence: short, and without what would spoil the terminal.
fn shown(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { '?' } else { letter };
    let short: String = text.chars().take(40).map(plain).collect();
    if text.chars().nth(40).is_some() { format!("{short}...") } else { short }
}

/// `name=content`.
fn named(value: &str) -> Result<(String, &str), String> {
    let (name, content) = value.split_once('=').ok_or("there is no =")?;
    let (name, content) = (name.trim(), content.trim());
    let letter = |c: char| c == '_' || c.is_ascii_alphanumeric() || matches!(c, '.' | '[' | ']');
    if name.is_empty() || !name.chars().all(letter) {
        return Err(format!("{:?} is no name", shown(name)));
    }
    if content.is_empty() {
        return Err("nothing stands behind the =".to_string());
    }
    Ok((name.to_string(), content))
}

/// Decimal digits, also as `1_000`.
fn digits(text: &str) -> Option<u64> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) || !text.chars().all(|c| c == '_' || c.is_ascii_digit()) {
        return None;
    }
    text.replace('_', "").parse().ok()
}

/// A number from 1 to a limit.
fn count(text: &str, most: u32) -> Result<u32, String> {
    let number = digits(text)
        .and_then(|number| u32::try_from(number).ok())
        .filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("it is no number from 1 to {most}"))
}

/// One to three numbers of groups.
fn groups(value: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let mut places = groups.iter_mut();
    for axis in value.split(',') {
        let place = places.next().ok_or("there are three directions at most")?;
        *place = count(axis.trim(), GROUPS)?;
    }
    Ok(groups)
}

/// `64x48`: that many sides, the last ones 1 if there are three.
fn sides<const SIDES: usize>(value: &str) -> Result<[u32; SIDES], String> {
    let mut sides = [1; SIDES];
    let mut given = 0;
    for side in value.split('x') {
        let place = sides.get_mut(given).ok_or_else(|| format!("it has more than {SIDES} sides"))?;
        *place = count(side.trim(), SIDE)?;
        given += 1;
    }
    if given < 2 { Err("it has one side".to_string()) } else { Ok(sides) }
}

fn pattern(word: &str) -> Option<FillPattern> {
    match word {
        "zero" => Some(FillPattern::Zero),
        "one" => Some(FillPattern::One),
        "index" => Some(FillPattern::Index),
        "random" => Some(FillPattern::Random),
        _ => None,
    }
}

/// `random:1024` or `[1,2,3]`.
fn fill(content: &str) -> Result<Fill, String> {
    if content.starts_with('[') {
        return Ok(Fill::Given(Numbers::Written(list(unbracketed(content))?)));
    }
    let made = content
        .split_once(':')
        .and_then(|(word, words)| Some((pattern(word.trim())?, words)));
    let (pattern, words) = made.ok_or("it is no zero:N, one:N, index:N, random:N or [1,2,3]")?;
    Ok(Fill::Made(pattern, count(words.trim(), u32::MAX)?))
}

/// A file's name, or `random:64x48`.
fn picture(content: &str) -> Result<ImageFill, String> {
    if content.to_ascii_lowercase().ends_with(".png") {
        return Ok(ImageFill::File { name: content.to_string(), within: false });
    }
    let made = content
        .split_once(':')
        .and_then(|(word, sides)| Some((pattern(word.trim())?, sides)));
    let (pattern, size) = made.ok_or("it is no FILE.png, zero:WxH, one:WxH, index:WxH or random:WxH")?;
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

fn schedule(value: &str) -> Result<Schedule, String> {
    match value {
        "in-order" => return Ok(Schedule::Forward),
        "reversed" => return Ok(Schedule::Reversed),
        "round-robin" => return Ok(Schedule::RoundRobin),
        _ => {}
    }
    let seed = value
        .strip_prefix("random:")
        .ok_or("it is no in-order, reversed, round-robin or random:SEED")?;
    let (seed, print) = match seed.split_once('@') {
        Some((seed, print)) => (seed, Some(print.to_string())),
        None => (seed, None),
    };
    let seed = digits(seed).ok_or("the seed is no number")?;
    if print
        .as_ref()
        .is_some_and(|print| print.is_empty() || !print.chars().all(|c| c.is_ascii_hexdigit()))
    {
        return Err("behind @ stands no fingerprint".to_string());
    }
    Ok(Schedule::Random(seed, print))
}

#[cfg(test)]
mod tests;
