//! The reason for the refusal of an answer, in the words of the puzzles.

use crate::outcome::{CaseFault, FaultLevel};
use crate::report::SuiteReport;
use gristmill_base::nearest_names::nearest;

/// The reasons that a near-solution may name.
const REASONS: [&str; 13] = [
    "wrong",
    "over",
    "card",
    "source",
    "race",
    "barrier",
    "memory_model",
    "bounds",
    "uninitialised",
    "undefined",
    "steps",
    "non_finite",
    "feedback",
];

/// Returns a sentence about a word that is not a reason.
pub fn refuse_reason(word: &str) -> Option<String> {
    if REASONS.contains(&word) {
        return None;
    }
    let meant = nearest(word, &REASONS).map_or(String::new(), |near| format!("; did you mean {near}?"));
    Some(format!("there is no reason {word:?}; there are {}{meant}", REASONS.join(", ")))
}

impl SuiteReport {
    /// Returns the reason why its cases are not right, in the words of the puzzles: `right`, `wrong`, `over` (above a cap),
    /// `card`, `source` (it does not compile), `call` (it does not fit the case), or the kind of a finding by
    /// [`FindingKind::name`](gristmill_base::finding::FindingKind::name). A finding explains more than a wrong result, and
    /// a wrong result more than a cap.
    ///
    /// ```
    /// use gristmill::test::Suite;
    /// let folder = std::env::temp_dir().join(format!("gristmill_reason_{}", std::process::id()));
    /// std::fs::create_dir_all(&folder)?;
    /// std::fs::write(folder.join("a.comp"), "nothing")?;
    /// std::fs::write(folder.join("a.test.toml"), "[[case]]\nname = \"a\"\nkernel = \"a.comp\"")?;
    /// assert_eq!(Suite::folder(&folder).run()?.find_reason(), "source");
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_reason(&self) -> String {
        self.find_main_fault()
            .map_or("right".to_string(), |fault| reason_of(fault).to_string())
    }

    /// Returns the fault that explains most; `None` if all cases are right.
    pub(crate) fn find_main_fault(&self) -> Option<&CaseFault> {
        let faults = self.cases.iter().flat_map(|case| &case.faults);
        faults
            .filter(|fault| fault.level != FaultLevel::Note)
            .min_by_key(|fault| rank_of(fault))
    }
}

fn reason_of(fault: &CaseFault) -> &str {
    match fault.rule.as_str() {
        "unexpected" => "wrong",
        "cap" => "over",
        "refused" => "card",
        "compile" | "not_emulated" => "source",
        "not_judged" | "reference" => "call",
        rule => rule,
    }
}

/// Returns a lower number for a fault that explains more.
fn rank_of(fault: &CaseFault) -> u8 {
    match reason_of(fault) {
        "source" => 0,
        "card" => 1,
        "wrong" => 3,
        "over" => 4,
        "call" => 5,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_explains_more_than_its_result() {
        let fault = |rule: &str| CaseFault::new(rule, FaultLevel::Error, "");
        let mut faults = ["cap", "not_judged", "unexpected", "race", "refused", "compile"].map(fault);
        faults.sort_by_key(rank_of);
        let reasons: Vec<&str> = faults.iter().map(reason_of).collect();
        assert_eq!(reasons, ["source", "card", "race", "wrong", "over", "call"]);
        assert_eq!(refuse_reason("bounds"), None);
        assert!(refuse_reason("bound").unwrap().ends_with("; did you mean bounds?"));
    }
}
