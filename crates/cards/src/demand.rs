//! One demand of a kernel on a card.

use super::fact::Mark;
use super::host::HostRefusal;
use gristmill_base::finding::{Finding, FindingKind, Witness};
use gristmill_shader::{ExpandedKernel, source_line};
use serde::Serialize;
use std::fmt;

/// One demand of a kernel on a card: a resource that it uses, or a feature that it needs.
///
/// ```
/// use gristmill::{Profile, card::Demand, check::KernelCheck};
/// let text = "varying vec2 place;
/// void main() { gl_FragColor = vec4(sin(place.x)); }";
/// let fit = KernelCheck::source("wave.frag", text).flat()?.fit(Profile::named("radeon-9700")?);
/// let slots: &Demand = &fit.demands[0];
/// assert_eq!((slots.thing, slots.given, slots.limit), ("arithmetic slots", 7, Some(64)));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Demand {
    /// The name of the resource or feature.
    pub thing: &'static str,
    /// The amount that the kernel uses.
    pub given: u64,
    /// The amount that the card has: `None` if it sets no limit, 0 for a feature that it lacks.
    pub limit: Option<u64>,
    /// True if the card refuses the kernel for it.
    pub refused: bool,
    /// The message, in the form of a driver of that time.
    pub sentence: String,
    /// The file of the line.
    pub file: String,
    /// The line that exceeds the limit, from 1; 0 if none or all of them do.
    pub line: usize,
    /// Text of the line.
    pub text: String,
    /// The kind of source of the limit.
    pub mark: Mark,
    /// The source of the limit.
    pub source: &'static str,
    /// The chapter of the book that shows a workaround.
    pub chapter: &'static str,
}

impl Demand {
    /// Builds the demand for a texture or target that a card refuses, at the line that declares it.
    pub fn from_host(refusal: HostRefusal, expanded: &ExpandedKernel) -> Demand {
        let HostRefusal { thing, name, sentence, mark, source, chapter } = refusal;
        let declared = source_line(expanded, &name);
        let (file, line, text) = declared.unwrap_or_else(|| (expanded.name.clone(), 0, String::new()));
        Demand { thing, given: 1, limit: Some(0), refused: true, sentence, file, line, text, mark, source, chapter }
    }

    /// Returns a note for a kernel that the card refuses only under conditions the host has not specified.
    pub fn to_note(&self, kernel: &str, title: &str) -> Finding {
        Finding { kind: FindingKind::Note, ..self.to_finding(kernel, title) }
    }

    /// Converts the demand to a finding about a kernel on a card.
    pub fn to_finding(&self, kernel: &str, title: &str) -> Finding {
        let did = if self.given > 1 { "goes over the limit" } else { "asks for it" }.to_string();
        let witness = Witness { who: None, did, file: self.file.clone(), line: self.line, text: self.text.clone() };
        Finding {
            kind: FindingKind::Refused,
            kernel: kernel.to_string(),
            name: self.thing.to_string(),
            place: title.to_string(),
            witnesses: if self.line > 0 { vec![witness] } else { vec![] },
            mend: self.sentence.clone(),
            times: 1,
            cause: String::new(),
        }
    }
}

impl fmt::Display for Demand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sentence)
    }
}
