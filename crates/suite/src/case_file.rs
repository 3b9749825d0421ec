//! The text of a case file: TOML, with the line of what is wrong in it.

use gristmill_base::error::{Error, Result};
use gristmill_base::files::{decode_text, read_at_most};
use gristmill_base::nearest_names::nearest;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

/// The ending of case files.
pub const FILE_ENDING: &str = ".test.toml";

/// The longest case file in bytes.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// A case file as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFileText {
    /// Its cases.
    #[serde(default, rename = "case")]
    pub cases: Vec<Spanned<CaseText>>,
}

/// A case as written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CaseText {
    /// Its name in the file.
    pub name: String,
    /// The sizes that it runs with.
    pub sizes: Vec<u64>,
    /// Buffers and vertex streams, by their names.
    pub buffers: BTreeMap<String, ListText>,
    /// Samplers' and images' texels, by their names.
    pub images: BTreeMap<String, String>,
    /// The expected contents.
    pub expect: BTreeMap<String, ListText>,
    /// A kernel that computes the expected contents.
    pub reference: Option<ReferenceText>,
    /// A loop that does, with the declarations of the kernel.
    #[serde(rename = "loop")]
    pub plain_loop: Option<String>,
    /// The allowed difference of floats.
    pub tolerance: Option<NumberText>,
    /// Orders to try.
    pub schedules: Option<u32>,
    /// Lanes of a warp.
    pub warp: Option<u32>,
    /// The instructions after which a warp is stopped.
    pub most_steps: Option<u64>,
    /// MiB of memory.
    pub memory: Option<u32>,
    /// Further observers: `non-finite`, `same-value` or `order`.
    pub watch: Vec<String>,
    /// Cards of 2002 to 2008.
    pub cards: Vec<String>,
    /// Folders of files to include.
    pub include: Vec<String>,
    /// The most that counters may count.
    pub caps: BTreeMap<String, NumberText>,
    /// True if what is wrong with it is not shown.
    pub hidden: bool,
    /// Its points.
    pub points: Option<u32>,
    /// Several kernels in turn.
    pub step: Vec<StepText>,
    // The fields of a step, for a case that has one.
    pub kernel: Option<String>,
    pub vertex: Option<String>,
    pub vertices: Option<NumberText>,
    pub stage: Option<String>,
    pub entry: Option<String>,
    pub groups: Option<ListText>,
    pub size: Option<ListText>,
    pub uniforms: BTreeMap<String, ListText>,
    pub samplers: BTreeMap<String, String>,
    pub targets: BTreeMap<String, String>,
    pub constants: BTreeMap<String, NumberText>,
    pub defines: BTreeMap<String, NumberText>,
}

/// A step as written: one kernel.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StepText {
    /// The kernel's file.
    pub kernel: Option<String>,
    /// The file of its vertex kernel.
    pub vertex: Option<String>,
    /// Vertices that this places.
    pub vertices: Option<NumberText>,
    /// The stage, if the file's ending does not name it.
    pub stage: Option<String>,
    /// The entry point.
    pub entry: Option<String>,
    /// Work groups.
    pub groups: Option<ListText>,
    /// Width and height of a fragment kernel's targets.
    pub size: Option<ListText>,
    /// Uniforms.
    pub uniforms: BTreeMap<String, ListText>,
    /// The states of samplers.
    pub samplers: BTreeMap<String, String>,
    /// The formats of targets.
    pub targets: BTreeMap<String, String>,
    /// Specialisation constants.
    pub constants: BTreeMap<String, NumberText>,
    /// Names for the preprocessor.
    pub defines: BTreeMap<String, NumberText>,
    /// The memory of the case that each name of the kernel means.
    pub bind: BTreeMap<String, String>,
    /// The number of times that it runs.
    pub repeat: Option<NumberText>,
    /// Two memories that change places after each time.
    pub swap: Vec<String>,
}

/// A kernel to compare with.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a kernel's file, or a table with kernel = \"FILE\" and what differs")]
pub enum ReferenceText {
    /// Its file.
    File(String),
    /// Its file, and what it runs on.
    Step(Box<StepText>),
}

/// A number, or a formula of `n`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "expected a number or a text")]
pub enum NumberText {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Whole(i64),
    /// A number with a point.
    Real(f64),
    /// A formula, or another text.
    Text(String),
}

/// One number or several, or a content in the words of `check`.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged, expecting = "expected a number, a text or a list of numbers")]
pub enum ListText {
    /// One.
    One(NumberText),
    /// Several.
    Many(Vec<NumberText>),
}

impl CaseText {
    /// Returns the steps: those written as such, or the one that the case itself says.
    pub fn list_steps(&self) -> Vec<StepText> {
        if !self.step.is_empty() {
            return self.step.clone();
        }
        vec![StepText {
            kernel: self.kernel.clone(),
            vertex: self.vertex.clone(),
            vertices: self.vertices.clone(),
            stage: self.stage.clone(),
            entry: self.entry.clone(),
            groups: self.groups.clone(),
            size: self.size.clone(),
            uniforms: self.uniforms.clone(),
            samplers: self.samplers.clone(),
            targets: self.targets.clone(),
            constants: self.constants.clone(),
            defines: self.defines.clone(),
            ..StepText::default()
        }]
    }

    /// Returns true if it has a field of a step of its own, beside its steps.
    pub fn has_fields_of_step(&self) -> bool {
        let CaseText { kernel, vertex, stage, entry, vertices, groups, size, .. } = self;
        let CaseText { uniforms, samplers, targets, constants, defines, .. } = self;
        let texts = [kernel, vertex, stage, entry];
        let lists = [groups, size];
        texts.iter().any(|text| text.is_some())
            || lists.iter().any(|list| list.is_some())
            || vertices.is_some()
            || !(uniforms.is_empty() && constants.is_empty() && defines.is_empty())
            || !(samplers.is_empty() && targets.is_empty())
    }
}

/// Reads the text of a case file.
///
/// # Errors
/// [`Error::Data`] if it cannot be read.
pub fn read_text(path: &Path) -> Result<String> {
    let name = path.display();
    let bytes = read_at_most(path, MAX_FILE_BYTES)
        .map_err(|error| Error::of_system(format!("{name} cannot be read"), &error))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        let next = "split it into several";
        return Err(Error::limit(format!("bytes of {name}"), bytes.len() as u128, MAX_FILE_BYTES.into(), next));
    }
    decode_text(bytes).ok_or_else(|| Error::data(format!("{name} is not text; save it as UTF-8")))
}

/// Parses a case file of that name.
///
/// # Errors
/// [`Error::Data`] says what is wrong in which line.
pub fn parse_file(name: &str, text: &str) -> Result<CaseFileText> {
    toml::from_str::<CaseFileText>(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(text, span.start));
        Error::data(format!("{name}:{line}: {}", explain_error(error.message())))
    })
}

/// Returns the line of a byte, from 1.
pub fn line_at(text: &str, byte: usize) -> usize {
    text.bytes().take(byte).filter(|byte| *byte == b'\n').count() + 1
}

/// Returns a message of the reader in one line, with the nearest name if it names those there are.
pub fn explain_error(message: &str) -> String {
    let message: String = message.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let unknown = message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    let Some((given, rest)) = unknown else { return message };
    let known: Vec<&str> = rest.split('`').skip(1).step_by(2).collect();
    let meant = nearest(given, &known).map(|near| format!("; did you mean {near}?"));
    format!("there is no {given}; there are {}{}", known.join(", "), meant.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_has_its_line() {
        for (text, part) in [
            ("[[case]]\nname = \"a\"\ngrups = 3\n", "a.test.toml:3: there is no grups; there are name, sizes"),
            ("[[case]]\nname = \"a\"\ngrups = 3\n", "did you mean groups?"),
            ("[[case]]\nname = \"a\"\nname = \"b\"\n", "a.test.toml:3: duplicate key"),
            ("[[case]]\nsizes = [1, -1]\n", "a.test.toml:2: "),
            ("[[case]]\nschedules = \"many\"\n", "a.test.toml:2: invalid type: string \"many\", expected u32"),
            ("[[case]]\ngroups = { x = 1 }\n", "a.test.toml:2: expected a number, a text or a list of numbers"),
            ("[[case]\n", "a.test.toml:1: "),
            ("[[cases]]\n", "there is no cases; there are case; did you mean case?"),
        ] {
            let error = parse_file("a.test.toml", text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn fields_are_read() {
        let text = "[[case]]\nname = \"a\"\nkernel = \"a.comp\"\nsizes = [0, 1]\ngroups = \"ceil(n/64)\"\n\
                    uniforms = { n = \"n\", v = [1.5, 2] }\ncaps = { races = 0 }\n\n[[case]]\nname = \"b\"\n\
                    [[case.step]]\nkernel = \"b.comp\"\nswap = [\"x\", \"y\"]\n";
        let file = parse_file("a.test.toml", text).unwrap();
        assert_eq!(file.cases.len(), 2);
        assert_eq!(line_at(text, file.cases[1].span().start), 9);
        assert_eq!(file.cases[0].get_ref().list_steps()[0].kernel.as_deref(), Some("a.comp"));
        assert_eq!(file.cases[1].get_ref().list_steps()[0].swap, ["x", "y"]);
    }
}
