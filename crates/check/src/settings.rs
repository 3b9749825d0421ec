//! Settings of a launch: lines `// run: word value` in a kernel's text, and options of the same words.

mod content;
mod sampler;
mod target;

pub use content::{BufferFill, FillPattern, GivenFile, GivenNumbers, ImageFill, WrittenNumber};
pub use sampler::SamplerFill;

use super::schedule_turns::parse_turns;
use super::tolerance::Tolerance;
use content::{parse_count, parse_digits, parse_fill, parse_numbers, parse_picture, parse_sides, shorten_text};
use gristmill_base::error::{Error, Result};
use gristmill_base::nearest_names::nearest;
use gristmill_emulator::dispatch::WarpTurn;
use gristmill_emulator::texture::TexelFormat;
use target::{drawn_image, target_format};

/// The prefix of setting comments.
pub(super) const COMMENT_MARK: &str = "// run:";
/// The prefix in assembly programs.
pub(super) const PROGRAM_COMMENT_MARK: &str = "# run:";
/// Most groups along an axis: the limit of every OpenGL.
const MAX_GROUPS: u32 = 65_535;
/// Most dispatches after the first.
const MAX_DISPATCHES: usize = 1024;
/// Most schedules.
pub(super) const MAX_SCHEDULES: u32 = 4096;
/// Most MiB that a comment may set. A file from elsewhere must not use up all memory; the command line may set more.
const MAX_COMMENT_MEMORY: u32 = 512;
/// Most steps that a comment may set, so that every run of a file from elsewhere ends; the command line may set more.
const MAX_COMMENT_STEPS: u64 = 100_000_000;

/// The setting words, each with an example.
const SETTING_WORDS: [(&str, &str); 19] = [
    ("groups", "groups 4,4"),
    ("size", "size 64x48"),
    ("buffer", "buffer Source=random:1024"),
    ("uniform", "uniform n=1000"),
    ("image", "image photo=random:64x48"),
    ("sampler", "sampler smooth=linear,repeat"),
    ("output", "output colour=photo"),
    ("target", "target gl_FragColor=r32f"),
    ("expect", "expect Result=[1,2,3] ~1e-5"),
    ("then", "then groups 2 uniform step=1"),
    ("warp", "warp 32"),
    ("schedules", "schedules 16"),
    ("schedule", "schedule random:3"),
    ("watch", "watch non-finite"),
    ("steps", "steps 100000"),
    ("memory", "memory 512"),
    ("deadline", "deadline 4"),
    ("entry", "entry main"),
    ("constant", "constant STEPS=8"),
];

/// A setting of a launch.
#[derive(Debug, Clone, PartialEq)]
pub enum RunSetting {
    /// Work groups along x, y and z.
    Groups([u32; 3]),
    /// Width and height of a fragment kernel's target.
    Size([u32; 2]),
    /// A block and its content.
    Buffer(String, BufferFill),
    /// A uniform and its numbers.
    Uniform(String, BufferFill),
    /// A sampler or an image and its texels.
    Image(String, ImageFill),
    /// A sampler, and its sampling.
    Sampler(String, SamplerFill),
    /// The entry point of a module that has several.
    Entry(String),
    /// A specialisation constant, by its name or number, and its value.
    Constant(String, String),
    /// A fragment's output, and the sampler or image that it draws to.
    Output(String, String),
    /// A fragment's output, and the format of its target.
    Target(String, TexelFormat),
    /// A buffer, an image or an output, and its expected content after the last dispatch.
    Expect(String, Expectation),
    /// One more dispatch: its differences from the first, and the line of the setting.
    Then(Vec<RunSetting>, String),
    /// Lanes of a warp.
    Warp(u32),
    /// The number of schedules to try.
    Schedules(u32),
    /// One schedule.
    Schedule(Schedule),
    /// Report infinities and NaNs.
    WatchNonFinite,
    /// Report writes of the same value as races.
    WatchSameValue,
    /// Report a result that depends on the order as an error.
    WatchOrder,
    /// Instructions after which a warp is stopped.
    Steps(u64),
    /// MiB of memory for the run.
    Memory(u32),
    /// Seconds for the run.
    Deadline(f64),
}

/// An expected result.
#[derive(Debug, Clone, PartialEq)]
pub struct Expectation {
    /// The numbers or texels.
    pub content: ExpectedContent,
    /// Allowed difference of a float. `None`: exact.
    pub tolerance: Option<Tolerance>,
}

/// The source of the expected numbers.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpectedContent {
    /// Numbers, one after another.
    Numbers(BufferFill),
    /// A picture.
    Picture(GivenFile),
}

/// A schedule of warps and groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schedule {
    /// One after another.
    Forward,
    /// The last one first.
    Reversed,
    /// Alternating after each instruction.
    RoundRobin,
    /// One after another, with warps of this many lanes.
    Warps(u32),
    /// One after another, with other invocations in each warp.
    Dealt,
    /// Random by a seed; the fingerprint identifies the kernel's text.
    Random(u64, Option<String>),
    /// These turns, then the rest in order; the fingerprint identifies the kernel's text.
    Turns(Vec<WarpTurn>, Option<String>),
}

/// Reads the comments of a text, each with its line.
pub fn parse_comments(file: &str, text: &str) -> Result<Vec<(usize, RunSetting)>> {
    let mut settings: Vec<(usize, RunSetting)> = vec![];
    // Direct3D's programs have the comments of GLSL.
    let mark = if text.starts_with("!!") { PROGRAM_COMMENT_MARK } else { COMMENT_MARK };
    for (line, words) in (1..).zip(text.lines()) {
        let Some(words) = words.trim_start().strip_prefix(mark) else { continue };
        let setting = parse_comment(words).map_err(|why| refuse_line(file, line, why))?;
        let setting = setting.with_place(format!("{file}:{line}"));
        if let Some((earlier, _)) = settings.iter().find(|(_, known)| known.replaces_setting(&setting)) {
            return Err(refuse_line(file, line, format!("line {earlier} sets this already; set it once")));
        }
        settings.push((line, setting));
    }
    let then = settings
        .iter()
        .filter(|(_, setting)| matches!(setting, RunSetting::Then(..)))
        .count();
    refuse_many(file, then)?;
    Ok(settings)
}

/// Parses a file of answers: lines as in a kernel's comments, of either style. Other lines are ignored.
pub fn parse_answers(file: &str, text: &str) -> Result<Vec<RunSetting>> {
    let mut settings: Vec<RunSetting> = vec![];
    for (number, line) in (1..).zip(text.lines().map(str::trim_start)) {
        let marks = [COMMENT_MARK, PROGRAM_COMMENT_MARK];
        let Some(words) = marks.into_iter().find_map(|mark| line.strip_prefix(mark)) else { continue };
        let words = words.trim();
        let (word, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
        let setting = parse_setting(word, value.trim()).map_err(|why| refuse_line(file, number, why))?;
        let setting = setting.with_place(format!("{file}:{number}"));
        if settings.iter().any(|known| known.replaces_setting(&setting)) {
            return Err(refuse_line(file, number, "a line before it sets this already; set it once".to_string()));
        }
        settings.push(setting);
    }
    if settings.is_empty() {
        let example = "expected a line such as // run: groups 4, found none; write one with --questions";
        return Err(Error::data(format!("{file}: {example}")));
    }
    Ok(settings)
}

fn refuse_line(file: &str, line: usize, why: String) -> Error {
    Error::data(format!("{file}:{line}: {why}"))
}

/// Parses a comment after its prefix.
fn parse_comment(words: &str) -> Result<RunSetting, String> {
    let words = words.trim();
    let (word, value) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    let mut setting = parse_setting(word, value.trim())?;
    setting.visit_files(&mut |file| file.within = true);
    match setting {
        RunSetting::Memory(given) if given > MAX_COMMENT_MEMORY => {
            Err(format!("memory {given}: {MAX_COMMENT_MEMORY} MiB is what a comment may ask for; use --memory"))
        }
        RunSetting::Steps(given) if given > MAX_COMMENT_STEPS => {
            Err(format!("steps {given}: {MAX_COMMENT_STEPS} is the most that a comment may ask for; use --steps"))
        }
        RunSetting::Deadline(_) => Err("a kernel does not set its own deadline; use --deadline".to_string()),
        setting => Ok(setting),
    }
}

/// Parses a word and its value, of a comment or an option. The error is a sentence.
pub fn parse_setting(word: &str, value: &str) -> Result<RunSetting, String> {
    let Some((word, example)) = SETTING_WORDS.into_iter().find(|(known, _)| *known == word) else {
        let known: Vec<&str> = SETTING_WORDS.iter().map(|(word, _)| *word).collect();
        let meant = nearest(word, &known)
            .map(|near| format!("; did you mean {near}?"))
            .unwrap_or_default();
        return Err(format!("there is no {}; there are {}{meant}", shorten_text(word), known.join(", ")));
    };
    let read = match word {
        "groups" => parse_groups(value).map(RunSetting::Groups),
        "size" => parse_sides::<2>(value).map(RunSetting::Size),
        "buffer" => split_name(value).and_then(|(name, content)| Ok(RunSetting::Buffer(name, parse_fill(content)?))),
        "uniform" => {
            split_name(value).and_then(|(name, content)| Ok(RunSetting::Uniform(name, parse_numbers(content)?)))
        }
        "image" => split_name(value).and_then(|(name, content)| Ok(RunSetting::Image(name, parse_picture(content)?))),
        "sampler" => {
            split_name(value).and_then(|(name, how)| Ok(RunSetting::Sampler(name, SamplerFill::parse_words(how)?)))
        }
        "entry" if value.is_empty() => Err("it names none".to_string()),
        "entry" => Ok(RunSetting::Entry(value.to_string())),
        "constant" => split_name(value).map(|(name, value)| RunSetting::Constant(name, value.to_string())),
        "target" => split_name(value).and_then(|(name, format)| Ok(RunSetting::Target(name, target_format(format)?))),
        "output" => split_name(value).map(|(name, onto)| RunSetting::Output(name, onto.to_string())),
        "expect" => {
            split_name(value).and_then(|(name, content)| Ok(RunSetting::Expect(name, parse_expectation(content)?)))
        }
        "then" => parse_dispatch(value).map(|settings| RunSetting::Then(settings, String::new())),
        "warp" => parse_count(value, 64).map(RunSetting::Warp),
        "schedules" => parse_count(value, MAX_SCHEDULES).map(RunSetting::Schedules),
        "schedule" => parse_schedule(value).map(RunSetting::Schedule),
        "watch" => match value {
            "non-finite" => Ok(RunSetting::WatchNonFinite),
            "same-value" => Ok(RunSetting::WatchSameValue),
            "order" => Ok(RunSetting::WatchOrder),
            _ => Err("expected non-finite, same-value or order".to_string()),
        },
        "steps" => match parse_digits(value) {
            Some(steps) if steps > 0 => Ok(RunSetting::Steps(steps)),
            _ => Err("expected a number from 1 on".to_string()),
        },
        "memory" => parse_count(value, 1 << 20).map(RunSetting::Memory),
        _ => match value.parse::<f64>() {
            Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(RunSetting::Deadline(seconds)),
            _ => Err("expected a number of seconds above 0, at most a day".to_string()),
        },
    };
    read.map_err(|why| format!("{word} {}: {why}; write it as {example}", shorten_text(value)))
}

impl RunSetting {
    /// Returns true if it sets the same thing as another, with any value.
    pub fn replaces_setting(&self, other: &RunSetting) -> bool {
        match (self, other) {
            (RunSetting::Buffer(a, _), RunSetting::Buffer(b, _))
            | (RunSetting::Uniform(a, _), RunSetting::Uniform(b, _))
            | (RunSetting::Image(a, _), RunSetting::Image(b, _))
            | (RunSetting::Sampler(a, _), RunSetting::Sampler(b, _))
            | (RunSetting::Constant(a, _), RunSetting::Constant(b, _))
            | (RunSetting::Output(a, _), RunSetting::Output(b, _))
            | (RunSetting::Target(a, _), RunSetting::Target(b, _))
            | (RunSetting::Expect(a, _), RunSetting::Expect(b, _)) => a == b,
            // Dispatches run one after another.
            (RunSetting::Then(..), RunSetting::Then(..)) => false,
            // One schedule or several: both set the order.
            (
                RunSetting::Schedule(_) | RunSetting::Schedules(_),
                RunSetting::Schedule(_) | RunSetting::Schedules(_),
            ) => true,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Returns the same setting with its line or option, if errors about it need that.
    pub(super) fn with_place(self, place: String) -> RunSetting {
        match self {
            RunSetting::Then(settings, _) => RunSetting::Then(settings, place),
            setting => setting,
        }
    }

    /// Calls a closure for each file that it names.
    fn visit_files(&mut self, call: &mut impl FnMut(&mut GivenFile)) {
        match self {
            RunSetting::Buffer(_, BufferFill::File(file))
            | RunSetting::Uniform(_, BufferFill::File(file))
            | RunSetting::Image(_, ImageFill::File(file) | ImageFill::Numbers(file)) => call(file),
            RunSetting::Expect(_, expectation) => match &mut expectation.content {
                ExpectedContent::Numbers(BufferFill::File(file)) | ExpectedContent::Picture(file) => call(file),
                ExpectedContent::Numbers(_) => {}
            },
            RunSetting::Then(settings, _) => settings.iter_mut().for_each(|setting| setting.visit_files(call)),
            _ => {}
        }
    }
}

/// Parses the dispatches of a runs file, one per line: the first line has settings of the first
/// dispatch, every other is one more. Empty lines and lines that begin with `#` or `//` are
/// ignored.
pub fn parse_runs(file: &str, text: &str) -> Result<Vec<RunSetting>> {
    let lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim()));
    let said = lines.filter(|(_, line)| !(line.is_empty() || line.starts_with('#') || line.starts_with("//")));
    let mut all = vec![];
    for (place, (number, line)) in said.enumerate() {
        let settings = parse_dispatch(line).map_err(|why| Error::data(format!("{file}:{number}: {why}")))?;
        if place == 0 {
            all.extend(settings);
        } else {
            all.push(RunSetting::Then(settings, format!("{file}:{number}")));
        }
    }
    refuse_many(file, all.iter().filter(|setting| matches!(setting, RunSetting::Then(..))).count())?;
    if all.is_empty() {
        return Err(Error::data(format!("{file}: it has no line that says anything; write groups 4 uniform n=1000")));
    }
    Ok(all)
}

/// Refuses too many dispatches after the first.
fn refuse_many(file: &str, then: usize) -> Result<()> {
    if then > MAX_DISPATCHES {
        let thing = format!("dispatches of {file} after the first");
        return Err(Error::limit(thing, then as u128, MAX_DISPATCHES as u128, "let a loop in the kernel do more"));
    }
    Ok(())
}

/// Parses the settings of one dispatch: `groups 4 uniform n=1000`.
fn parse_dispatch(value: &str) -> Result<Vec<RunSetting>, String> {
    let mut words = value.split_whitespace();
    let mut settings: Vec<RunSetting> = vec![];
    while let Some(word) = words.next() {
        if !["groups", "uniform", "image"].contains(&word) {
            return Err(format!(
                "there is no {} in a dispatch; there are groups, uniform and image",
                shorten_text(word)
            ));
        }
        let value = words.next().unwrap_or("");
        let said = if word == "image" { drawn_image(value)? } else { parse_setting(word, value)? };
        if settings.iter().any(|known| known.replaces_setting(&said)) {
            return Err(format!("it says {word} twice of the same thing; say it once"));
        }
        settings.push(said);
    }
    Ok(settings)
}

/// Parses `[1,2,3]`, `FILE.npy` or `FILE.png`, with an optional `~1e-5`, `~0.1 abs` or `~2 ulp`.
pub(super) fn parse_expectation(content: &str) -> Result<Expectation, String> {
    let (content, tolerance) = match content.rsplit_once('~') {
        Some((content, given)) => (content.trim(), Some(Tolerance::parse_words(given)?)),
        None => (content, None),
    };
    let content = match parse_picture(content) {
        Ok(ImageFill::File(file)) => ExpectedContent::Picture(file),
        _ => ExpectedContent::Numbers(parse_fill(content)?),
    };
    Ok(Expectation { content, tolerance })
}

/// Splits `name=content`.
fn split_name(value: &str) -> Result<(String, &str), String> {
    let (name, content) = value.split_once('=').ok_or("there is no =")?;
    let name = name.trim();
    let content = content.trim();
    if name.is_empty()
        || !name.chars().all(|c: char| {
            c == '_' || c.is_ascii_alphanumeric() || matches!(c, '.' | '[' | ']' | ' ' | ',' | '%' | '$')
        })
    {
        return Err(format!("{:?} is not a name", shorten_text(name)));
    }
    if content.is_empty() {
        return Err("expected a value after =".to_string());
    }
    Ok((name.to_string(), content))
}

/// Parses one to three numbers of groups.
fn parse_groups(value: &str) -> Result<[u32; 3], String> {
    let mut groups = [1; 3];
    let mut places = groups.iter_mut();
    for axis in value.split(',') {
        let place = places.next().ok_or("there are three directions at most")?;
        *place = parse_count(axis.trim(), MAX_GROUPS)?;
    }
    Ok(groups)
}

fn parse_schedule(value: &str) -> Result<Schedule, String> {
    match value {
        "in-order" => return Ok(Schedule::Forward),
        "reversed" => return Ok(Schedule::Reversed),
        "round-robin" => return Ok(Schedule::RoundRobin),
        "dealt" => return Ok(Schedule::Dealt),
        _ => {}
    }
    let (value, print) = match value.split_once('@') {
        Some((value, print)) => (value, Some(print.to_string())),
        None => (value, None),
    };
    if print
        .as_ref()
        .is_some_and(|print| print.is_empty() || !print.chars().all(|c| c.is_ascii_hexdigit()))
    {
        return Err("expected a fingerprint after @".to_string());
    }
    match value.split_once(':') {
        Some(("warps", lanes)) => parse_count(lanes, 64).map(Schedule::Warps),
        Some(("random", seed)) => Ok(Schedule::Random(parse_digits(seed).ok_or("the seed is not a number")?, print)),
        Some(("turns", words)) => Ok(Schedule::Turns(parse_turns(words)?, print)),
        _ => Err(
            "expected in-order, reversed, round-robin, dealt, warps:LANES, random:SEED or turns:GROUP.WARPxSTEPS,.."
                .to_string(),
        ),
    }
}

#[cfg(test)]
mod tests;
