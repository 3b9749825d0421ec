//! Rows of the tables of features: an option or a language, the cards that have it, and the demand of a kernel for it.

use super::demand::Demand;
use super::fact::Mark;
use super::profile::Profile;
use gristmill_shader::ExpandedKernel;

/// A feature, and the cards and interfaces that have it.
pub(super) struct FeatureSupport {
    pub name: &'static str,
    /// Prefixes of the names of the cards and interfaces.
    pub had_by: &'static [&'static str],
    /// The kind of source.
    pub mark: Mark,
    pub source: &'static str,
}

pub(super) const fn feature_support(
    name: &'static str,
    had_by: &'static [&'static str],
    mark: Mark,
    source: &'static str,
) -> FeatureSupport {
    FeatureSupport { name, had_by, mark, source }
}

impl FeatureSupport {
    /// Returns true if a card or interface has the feature.
    pub(super) fn is_had_by(&self, profile: &Profile) -> bool {
        self.had_by.iter().any(|name| profile.name.starts_with(name))
    }
}

/// Builds the demand for a feature; a refusal stands at the line that asks for it, if it is not 0.
#[allow(clippy::too_many_arguments, reason = "the fields of one structure")]
pub(super) fn build_demand(
    expanded: &ExpandedKernel,
    thing: &'static str,
    given: u64,
    is_there: bool,
    limit: u64,
    sentence: String,
    line: usize,
    (mark, source): (Mark, &'static str),
) -> Demand {
    let place = expanded.locate_line(line).filter(|_| line > 0 && !is_there);
    let (file, line, text) = match place {
        Some((file, line)) => {
            let text = file.text.lines().nth(line - 1).unwrap_or_default().trim().to_string();
            (file.name.clone(), line, text)
        }
        None => (expanded.name.clone(), 0, String::new()),
    };
    let limit = if is_there { None } else { Some(limit) };
    Demand { thing, given, limit, refused: !is_there, sentence, file, line, text, mark, source, chapter: "cards" }
}
