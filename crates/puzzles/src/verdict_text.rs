//! The text of a verdict.

use crate::{Mistake, Numbers, Verdict};
use gristmill::finding::LaunchOrder;
use std::fmt;
use std::ops::Range;

/// The most numbers of a list that are shown.
const MAX_SHOWN: usize = 8;

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Right { inputs, runs } => {
                write!(f, "right: {inputs} inputs, {runs} runs, and nothing was found wrong")
            }
            Verdict::Fault { finding, input, order, called } => {
                let order = if *order == LaunchOrder::InOrder { String::new() } else { format!(", {order}") };
                let elements = format_count(input.size(), "element");
                writeln!(f, "refused: {finding}")?;
                called.iter().try_for_each(|called| writeln!(f, "  {called}"))?;
                write!(f, "  on {elements}, {}{order}", input.what)
            }
            Verdict::Wrong(mistake) => mistake.fmt(f),
            Verdict::Over { counter, given, most, size } => {
                let elements = format_count(*size, "element");
                write!(f, "refused: the result is right, but on {elements} there are {given} {}, ", counter.name())?;
                write!(f, "and the puzzle allows {most}")
            }
            Verdict::Card(sentence) | Verdict::Text(sentence) | Verdict::Call(sentence) => {
                write!(f, "refused: {sentence}")
            }
            Verdict::Source(report) => write!(f, "refused: {report}"),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.input.size();
        let order = match (self.order, self.lanes) {
            (LaunchOrder::InOrder, 32) => String::new(),
            (LaunchOrder::InOrder, lanes) => format!(", with warps of {lanes} lanes"),
            (order, _) => format!(", when the groups run {order}"),
        };
        writeln!(
            f,
            "wrong: on {}{order}; this is the smallest input found that shows it",
            format_count(size, "element")
        )?;
        let longest = self.wanted.len().max(size);
        let first = self.at.saturating_sub(MAX_SHOWN - 3).min(longest.saturating_sub(MAX_SHOWN));
        let shown = first..first + MAX_SHOWN.min(longest);
        let names = self.lists.iter().copied().chain(["wanted", "given"]);
        let lists: Vec<_> = self.input.lists.iter().chain([&self.wanted, &self.given]).collect();
        let texts: Vec<Vec<String>> = lists.iter().map(|list| format_places(list, &shown)).collect();
        let wide = texts.iter().flatten().map(String::len).max().unwrap_or(1);
        let name_wide = names.clone().map(str::len).max().unwrap_or(0);
        if size > 0 && self.input.width > 0 {
            writeln!(f, "  (rows of {})", self.input.width)?;
        }
        if shown.start > 0 {
            let numbers: String = shown.clone().map(|at| format!("  {at:>wide$}")).collect();
            writeln!(f, "  {:name_wide$}{numbers}", "number")?;
        }
        for (name, texts) in names.zip(&texts) {
            let numbers: String = texts.iter().map(|text| format!("  {text:>wide$}")).collect();
            writeln!(f, "{}", format!("  {name:name_wide$}{numbers}").trim_end())?;
        }
        let wanted = self.wanted.text(self.at);
        let given = self.given.text(self.at);
        let unwritten = if given == "-" { ": nothing was written there" } else { "" };
        write!(f, "  number {} must be {wanted}, and is {given}{unwritten}", self.at)
    }
}

/// Formats the numbers at these indices, as far as the list goes.
fn format_places(numbers: &Numbers, places: &Range<usize>) -> Vec<String> {
    places
        .clone()
        .take_while(|&at| at < numbers.len())
        .map(|at| numbers.text(at))
        .collect()
}

fn format_count(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
