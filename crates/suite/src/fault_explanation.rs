//! The faults of a report for the person whose kernel it is: of each case its smallest size, and nothing of hidden ones.

use crate::outcome::{CaseOutcome, CaseState};
use crate::report::SuiteReport;

impl SuiteReport {
    /// Explains the cases that are not right, in paragraphs of lines or drawings. Of a case with several sizes the smallest
    /// one is drawn and the others are named; faults that are drawn alike are drawn once; hidden cases are counted.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// let folder = std::env::temp_dir().join(format!("gristmill_explain_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("a.comp"), "nothing")?;
    /// std::fs::write(folder.join("a.test.toml"), "[[case]]\nname = \"all\"\nkernel = \"a.comp\"")?;
    /// let paragraphs: Vec<Vec<String>> = Suite::folder(&folder).run()?.explain_faults();
    /// assert_eq!(paragraphs[0][0], "all: not judged");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_faults(&self) -> Vec<Vec<String>> {
        let mut shown: Vec<&CaseOutcome> = vec![];
        let mut hidden = 0;
        for case in self.cases.iter().filter(|case| case.state != CaseState::Right) {
            hidden += usize::from(case.hidden);
            if !case.hidden {
                shown.push(case);
            }
        }
        // Of two sizes of one case the shorter name has the smaller one.
        shown.sort_by_key(|case| (case.line, case.name.len(), &case.name));
        let mut paragraphs: Vec<Vec<String>> = vec![];
        for sizes in shown.chunk_by(|one, other| one.line == other.line) {
            explain_sizes(sizes, &mut paragraphs);
        }
        if hidden > 0 {
            let fails = if hidden == 1 { "case fails" } else { "cases fail" };
            paragraphs.push(vec![format!("{hidden} hidden {fails}.")]);
        }
        paragraphs
    }
}

/// Adds the paragraphs of one case, which is wrong for these sizes, unless its drawing is there.
fn explain_sizes(sizes: &[&CaseOutcome], paragraphs: &mut Vec<Vec<String>>) {
    let [first, others @ ..] = sizes else { return };
    let drawing = first.describe_faults();
    if paragraphs.iter().any(|lines| lines.get(1) == Some(&drawing)) {
        return;
    }
    paragraphs.push(vec![format!("{}: {}", shorten_name(first), first.state.state_name()), drawing]);
    if !others.is_empty() {
        let names: Vec<String> = others.iter().map(|case| name_size(case)).collect();
        paragraphs.push(vec![format!("It is wrong for {}, too.", names.join(", "))]);
    }
}

/// Returns the name of a case without its file, which is the same for all.
fn shorten_name(case: &CaseOutcome) -> String {
    let name = case.name.split_once("::").map_or(case.name.as_str(), |(_, name)| name);
    name.replace("::", ", ")
}

/// Returns the size and the card in the name of a case: `n=3 on radeon-9700`.
fn name_size(case: &CaseOutcome) -> String {
    let varies: Vec<&str> = case.name.split("::").skip(2).collect();
    varies.join(" on ")
}
