//! One thing that a kernel takes of a card.

use super::fact::Mark;
use super::host::HostRefusal;
use gristmill_base::finding::{Finding, FindingKind, Witness};
use gristmill_shader::{Expanded, source_line};
use serde::Serialize;
use std::fmt;

/// One thing that a kernel takes of a card.
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
    /// What it is.
    pub thing: &'static str,
    /// How much of it the kernel takes.
    pub given: u64,
    /// How much the card has; none where that is no limit. Of what a card has not at all it is 0.
    pub limit: Option<u64>,
    /// Whether the card refuses the kernel for it.
    pub refused: bool,
    /// As the driver of the day would put it.
    pub sentence: String,
    /// The file of the line.
    pub file: String,
    /// The line that goes over the limit, from 1; 0 where none does, or all do.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// How the limit is known.
    pub mark: Mark,
    /// Who says it.
    pub source: &'static str,
    /// The chapter of the book that shows the way round.
    pub chapter: &'static str,
}

impl Demand {
    /// Returns what a card refuses of a host's texture or target, at the line that declares it.
    pub fn from_host(refusal: HostRefusal, expanded: &Expanded) -> Demand {
        let HostRefusal { thing, name, sentence, mark, source, chapter } = refusal;
        let declared = source_line(expanded, &name);
        let (file, line, text) = declared.unwrap_or_else(|| (expanded.name.clone(), 0, String::new()));
        Demand { thing, given: 1, limit: Some(0), refused: true, sentence, file, line, text, mark, source, chapter }
    }

    /// Returns the finding of a kernel that a card may refuse, where nobody has said what decides it.
    pub fn note(&self, kernel: &str, title: &str) -> Finding {
        Finding { kind: FindingKind::Note, ..self.finding(kernel, title) }
    }

    /// As a finding of a kernel on a card.
    pub fn finding(&self, kernel: &str, title: &str) -> Finding {
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
