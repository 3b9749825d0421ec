//! Findings of the emulator about a kernel.

mod order;

pub use order::LaunchOrder;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// The kind of a finding.
///
/// ```
/// use gristmill::finding::FindingKind;
/// assert_eq!(FindingKind::MemoryModel.name(), "memory_model");
/// assert!(FindingKind::Race.is_error() && !FindingKind::Note.is_error() && !FindingKind::Order.is_error());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FindingKind {
    /// Two lanes access one word, one of them writes it, and nothing orders them.
    Race,
    /// Odd, but not an error: a race whose writes all store the same value, or an undefined operation that no result
    /// depends on.
    Note,
    /// Not all lanes of a group reach a barrier.
    Barrier,
    /// A value of another lane is read without the barrier that makes it visible.
    MemoryModel,
    /// An index is out of range.
    Bounds,
    /// A value is read that was never written.
    Uninitialised,
    /// A pass samples what it draws to.
    Feedback,
    /// A calculation results in an infinity or NaN.
    NonFinite,
    /// A result depends on an operation whose outcome GLSL leaves undefined.
    Undefined,
    /// The kernel does not end within its step limit.
    Steps,
    /// The result depends on the order of lanes, warps and groups, which may be intended. Not an error.
    Order,
    /// A result differs from the expected one.
    Unexpected,
    /// The card that it is checked against rejects it.
    Refused,
}

impl FindingKind {
    /// Returns its name in one word.
    pub fn name(self) -> &'static str {
        match self {
            FindingKind::Race => "race",
            FindingKind::Note => "note",
            FindingKind::Barrier => "barrier",
            FindingKind::MemoryModel => "memory_model",
            FindingKind::Bounds => "bounds",
            FindingKind::Uninitialised => "uninitialised",
            FindingKind::Feedback => "feedback",
            FindingKind::NonFinite => "non_finite",
            FindingKind::Undefined => "undefined",
            FindingKind::Steps => "steps",
            FindingKind::Order => "order",
            FindingKind::Unexpected => "unexpected",
            FindingKind::Refused => "refused",
        }
    }

    /// Returns true if the kernel is wrong, not merely odd.
    pub fn is_error(self) -> bool {
        !matches!(self, FindingKind::Note | FindingKind::Order)
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The invocation that ran an instruction.
///
/// ```
/// use gristmill::finding::Who;
/// assert_eq!(Who::Lane { lane: 3, group: [1, 0, 0] }.to_string(), "lane 3 of group 1");
/// assert_eq!(Who::Fragment { x: 2, y: 5 }.to_string(), "the fragment at 2,5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Who {
    /// A lane of a work group.
    Lane {
        /// `gl_LocalInvocationIndex`.
        lane: u32,
        /// `gl_WorkGroupID`.
        group: [u32; 3],
    },
    /// A fragment, by its pixel.
    Fragment {
        /// Column, from the left.
        x: u32,
        /// Row, from the bottom.
        y: u32,
    },
    /// A vertex, by `gl_VertexID`.
    Vertex(u32),
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Lane { lane, group: [x, 0, 0] } => write!(f, "lane {lane} of group {x}"),
            Who::Lane { lane, group: [x, y, 0] } => write!(f, "lane {lane} of group {x},{y}"),
            Who::Lane { lane, group: [x, y, z] } => write!(f, "lane {lane} of group {x},{y},{z}"),
            Who::Fragment { x, y } => write!(f, "the fragment at {x},{y}"),
            Who::Vertex(number) => write!(f, "vertex {number}"),
        }
    }
}

/// One lane's part in a finding.
///
/// ```
/// use gristmill::finding::{Who, Witness};
/// let did = "read it".to_string();
/// let file = "a.comp".to_string();
/// let text = "sum += x[i];".to_string();
/// let witness = Witness { who: Some(Who::Vertex(7)), did, file, line: 12, text };
/// assert_eq!(witness.who.map(|who| who.to_string()), Some("vertex 7".to_string()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Witness {
    /// The invocation, or `None` if all of them did it.
    #[serde(serialize_with = "in_words")]
    pub who: Option<Who>,
    /// Its action: `wrote it`, `read it`.
    pub did: String,
    /// The file of the line.
    pub file: String,
    /// The line, from 1; 0 if the compiler gave none.
    pub line: usize,
    /// The line's text.
    pub text: String,
}

/// An error or oddity of a kernel, observed while it ran.
///
/// ```
/// use gristmill::finding::{Finding, FindingKind, Who, Witness};
/// let witness = |lane, did: &str, line, text: &str| Witness {
///     who: Some(Who::Lane { lane, group: [0; 3] }),
///     did: did.into(),
///     file: "race.comp".into(),
///     line,
///     text: text.into(),
/// };
/// let finding = Finding {
///     kind: FindingKind::Race,
///     kernel: "race.comp".into(),
///     name: "block".into(),
///     place: "shared `block[3]`".into(),
///     witnesses: vec![witness(3, "wrote it", 14, "block[lane] = sum;"), witness(4, "read it", 15, "sum += block[lane - stride];")],
///     mend: "put barrier(); between the two accesses".into(),
///     times: 1,
///     cause: String::new(),
/// };
/// assert_eq!(finding.to_string(), "\
/// race on shared `block[3]` in race.comp
///   lane 3 of group 0 wrote it    line 14    block[lane] = sum;
///   lane 4 of group 0 read it     line 15    sum += block[lane - stride];
///   put barrier(); between the two accesses");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The kernel file.
    pub kernel: String,
    /// The variable, the member of a buffer, the image or the texture; for an undefined operation the operation;
    /// empty if there is none.
    pub name: String,
    /// The word of it, as ``shared `block[3]` ``; empty if there is none.
    pub place: String,
    /// The lanes involved, the earlier one first.
    pub witnesses: Vec<Witness>,
    /// The missing thing, or the likely fix.
    pub mend: String,
    /// The number of times that it was observed: at these lines, by any lanes and at any word.
    pub times: u64,
    /// The finding that it may follow from, as ``race on `vote` ``: the value with that fault decides what is done
    /// here. Empty if there is none.
    pub cause: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.place.is_empty() { String::new() } else { format!(" on {}", self.place) };
        let again = if self.times > 1 { format!(" ({} times)", self.times) } else { String::new() };
        write!(f, "{}{place} in {}{again}", self.kind.name().replace('_', " "), self.kernel)?;
        let wide = self
            .witnesses
            .iter()
            .map(|witness| describe_witness(witness).chars().count())
            .max()
            .unwrap_or(0);
        for witness in &self.witnesses {
            let says = describe_witness(witness);
            let place = match witness.line {
                0 => String::new(),
                line if witness.file == self.kernel => format!("    line {line}    {}", witness.text.trim()),
                line => format!("    {}:{line}    {}", witness.file, witness.text.trim()),
            };
            write!(f, "\n  {}", format!("{says:wide$}{place}").trim_end())?;
        }
        if !self.mend.is_empty() {
            write!(f, "\n  {}", self.mend)?;
        }
        if self.cause.is_empty() {
            Ok(())
        } else {
            write!(f, "\n  it may follow from the {}: fix that first", self.cause)
        }
    }
}

fn describe_witness(witness: &Witness) -> String {
    match &witness.who {
        Some(who) => format!("{who} {}", witness.did),
        None => witness.did.clone(),
    }
}

/// Returns the label by which findings refer to their cause.
pub fn cause_label(kind: FindingKind, name: &str) -> String {
    format!("{} on `{name}`", kind.name().replace('_', " "))
}

/// Moves findings that may follow from another one directly after it.
pub fn list_under_causes(findings: Vec<Finding>) -> Vec<Finding> {
    let (mut effects, causes): (Vec<Finding>, Vec<Finding>) =
        findings.into_iter().partition(|finding| !finding.cause.is_empty());
    let mut listed = vec![];
    for cause in causes {
        let label = cause_label(cause.kind, &cause.name);
        listed.push(cause);
        listed.extend(effects.extract_if(.., |effect| effect.cause == label));
    }
    listed.extend(effects);
    listed
}

impl Finding {
    /// Returns the finding as one line of JSON: an object with the fields of this struct. A witness has its
    /// description as `who`, or null without a `who`.
    ///
    /// ```
    /// # use gristmill::finding::{Finding, FindingKind};
    /// let mend = "write \"barrier()\"".to_string();
    /// let kernel = "a.comp".to_string();
    /// let name = String::new();
    /// let place = String::new();
    /// let finding = Finding { kind: FindingKind::Barrier, kernel, name, place, witnesses: vec![], mend, times: 2, cause: String::new() };
    /// assert_eq!(
    ///     finding.json(),
    ///     r#"{"kind":"barrier","error":true,"kernel":"a.comp","name":"","place":"","witnesses":[],"mend":"write \"barrier()\"","times":2}"#
    /// );
    /// ```
    pub fn json(&self) -> String {
        // Only a map whose keys are not strings could fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Returns the key by which it is the same finding as another one.
    ///
    /// ```
    /// use gristmill::finding::{Finding, FindingKind};
    /// let kernel = "a.comp".to_string();
    /// let name = "block".to_string();
    /// let place = "block[3]".to_string();
    /// let mend = "write barrier()".to_string();
    /// let finding = Finding { kind: FindingKind::Race, kernel, name, place, witnesses: vec![], mend, times: 2, cause: String::new() };
    /// assert_eq!(finding.key(), Finding { place: "block[4]".to_string(), ..finding.clone() }.key());
    /// ```
    pub fn key(&self) -> FindingKey<'_> {
        let mut sides: Vec<_> = self
            .witnesses
            .iter()
            .map(|witness| (witness.file.as_str(), witness.line))
            .collect();
        sides.sort_unstable();
        FindingKey { kind: self.kind, kernel: &self.kernel, name: &self.name, sides }
    }
}

/// Key of a finding: two findings with equal keys are one observed twice, whatever their lanes and words.
///
/// ```
/// use gristmill::finding::{Finding, FindingKey, FindingKind};
/// let kernel = "a.comp".to_string();
/// let name = "block".to_string();
/// let place = "block[3]".to_string();
/// let mend = "write barrier()".to_string();
/// let finding = Finding { kind: FindingKind::Race, kernel, name, place, witnesses: vec![], mend, times: 2, cause: String::new() };
/// let other = Finding { place: "block[4]".to_string(), times: 1, ..finding.clone() };
/// let key: FindingKey<'_> = finding.key();
/// assert_eq!(key, other.key()); // another word of the same array
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FindingKey<'f> {
    /// The kind.
    pub kind: FindingKind,
    /// The kernel file.
    pub kernel: &'f str,
    /// The variable, the member of a buffer, the image or the texture.
    pub name: &'f str,
    /// The file and the line of each witness, in ascending order.
    pub sides: Vec<(&'f str, usize)>,
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Finding", 8 + usize::from(!self.cause.is_empty()))?;
        object.serialize_field("kind", self.kind.name())?;
        object.serialize_field("error", &self.kind.is_error())?;
        object.serialize_field("kernel", &self.kernel)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("place", &self.place)?;
        object.serialize_field("witnesses", &self.witnesses)?;
        object.serialize_field("mend", &self.mend)?;
        object.serialize_field("times", &self.times)?;
        if !self.cause.is_empty() {
            object.serialize_field("cause", &self.cause)?;
        }
        object.end()
    }
}

/// Serializes the description of an invocation, or null.
fn in_words<S: Serializer>(who: &Option<Who>, serializer: S) -> Result<S::Ok, S::Error> {
    match who {
        Some(who) => serializer.collect_str(who),
        None => serializer.serialize_none(),
    }
}

/// Checks and counters of the emulator while it runs a kernel. They take time; a plain run has none.
///
/// ```
/// use gristmill::finding::Listening;
/// let both = Listening { counters: true, ..Listening::FAULTS };
/// assert!(both.faults && Listening::COUNTERS.counters);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listening {
    /// Races, barriers, the memory model, bounds, uninitialised reads, undefined operations, feedback and
    /// steps.
    pub faults: bool,
    /// Of these checks, only races.
    pub races_alone: bool,
    /// Infinities and NaN.
    pub non_finite: bool,
    /// Notes where a specification leaves a choice to the machine: a nearest read on the border between two texels,
    /// a comparison with a NaN.
    pub machine_choices: bool,
    /// True if writes of one value by several lanes count as races too.
    pub same_value: bool,
    /// The counters.
    pub counters: bool,
    /// The timeline: see [`LaunchTimeline`](crate::timeline::LaunchTimeline).
    pub timeline: bool,
}

impl Listening {
    /// Checks all faults that make a kernel wrong.
    pub const FAULTS: Listening = Listening {
        faults: true,
        races_alone: false,
        non_finite: false,
        machine_choices: false,
        same_value: false,
        counters: false,
        timeline: false,
    };
    /// Checks nothing, as while a launch is repeated.
    pub const NOTHING: Listening = Listening { faults: false, ..Listening::FAULTS };
    /// Only counts.
    pub const COUNTERS: Listening = Listening { faults: false, counters: true, ..Listening::FAULTS };
}
