//! Caps of a case: the most that a finding or a counter may count.

use gristmill_base::counters::{Class, Counters};
use gristmill_base::error::{Error, Result};
use gristmill_base::nearest_names::nearest;

/// Counters that can have a cap. Each is that of all steps together.
const COUNTED: [&str; 15] = [
    "barriers",
    "words_read",
    "words_written",
    "instructions",
    "branches",
    "divergent",
    "requests",
    "sectors",
    "shared_requests",
    "bank_conflicts",
    "texels",
    "atomics",
    "dependent_reads",
    "turns",
    "warps",
];

/// Findings that can have a cap, and their rules.
const FINDINGS: [(&str, &str); 2] = [("races", "race"), ("notes", "note")];

/// The counts of a case's steps.
#[derive(Debug, Clone, Default)]
pub struct StepCounts {
    counters: Counters,
    /// Warps that ran, over all steps.
    warps: u64,
    /// Barriers that each warp ran, over all steps.
    barriers: u64,
}

impl StepCounts {
    /// Adds a step that so many warps ran.
    pub fn add_step(&mut self, counters: &Counters, warps: u64) {
        self.counters.add(counters);
        self.warps += warps;
        let barriers = Class::ALL
            .iter()
            .position(|class| *class == Class::Barrier)
            .and_then(|class| counters.total.instructions.get(class))
            .copied()
            .unwrap_or(0);
        self.barriers += barriers.div_ceil(warps.max(1));
    }

    /// Returns the count of that name.
    fn count_of(&self, name: &str) -> u64 {
        let Counters { total, .. } = &self.counters;
        match name {
            "barriers" => self.barriers,
            "words_read" => self.counters.bytes_read.div_ceil(4),
            "words_written" => self.counters.bytes_written.div_ceil(4),
            "instructions" => total.instructions(),
            "branches" => total.branches,
            "divergent" => total.divergent,
            "requests" => total.requests,
            "sectors" => total.sectors,
            "shared_requests" => total.shared_requests,
            "bank_conflicts" => total.bank_conflicts,
            "texels" => total.texels,
            "atomics" => total.atomics,
            "dependent_reads" => self.counters.dependent_reads.into(),
            "turns" => self.counters.most_turns(),
            _ => self.warps,
        }
    }
}

/// Refuses a cap of a name that nothing counts.
///
/// # Errors
/// [`Error::Data`] with the names there are.
pub fn refuse_unknown(caps: &[(String, u64)]) -> Result<()> {
    let known: Vec<&str> = FINDINGS.iter().map(|(name, _)| *name).chain(COUNTED).collect();
    match caps.iter().find(|(name, _)| !known.contains(&name.as_str())) {
        Some((name, _)) => {
            let meant = nearest(name, &known)
                .map(|near| format!("; did you mean {near}?"))
                .unwrap_or_default();
            Err(Error::data(format!("there is no cap {name}; there are {}{meant}", known.join(", "))))
        }
        None => Ok(()),
    }
}

/// Returns true if one of these caps is on what lanes do, and not on findings.
pub fn limits_work<'c>(mut caps: impl Iterator<Item = &'c String>) -> bool {
    caps.any(|cap| COUNTED.contains(&cap.as_str()))
}

/// Returns true if a cap needs the counters of the run.
pub fn needs_counters(caps: &[(String, u64)]) -> bool {
    caps.iter().any(|(name, _)| COUNTED.contains(&name.as_str()))
}

/// Returns the rule of the finding that a cap is for, if it is for one.
pub fn finding_rule(cap: &str) -> Option<&'static str> {
    FINDINGS.iter().find(|(name, _)| *name == cap).map(|(_, rule)| *rule)
}

/// Returns a sentence for each counter above its cap.
pub fn list_exceeded(caps: &[(String, u64)], counts: &StepCounts) -> Vec<String> {
    let counted = caps.iter().filter(|(name, _)| finding_rule(name).is_none());
    counted
        .filter(|(name, most)| counts.count_of(name) > *most)
        .map(|(name, most)| format!("{}: {}, and {most} is its cap", name.replace('_', " "), counts.count_of(name)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caps_are_compared() {
        let mut counters = Counters { bytes_read: 40, ..Counters::default() };
        counters.total.instructions[Class::ALL.len() - 1] = 8;
        let mut counts = StepCounts::default();
        counts.add_step(&counters, 4);
        let cap = |name: &str, most| vec![(name.to_string(), most)];
        assert_eq!(list_exceeded(&cap("barriers", 1), &counts), ["barriers: 2, and 1 is its cap"]);
        assert_eq!(list_exceeded(&cap("words_read", 9), &counts), ["words read: 10, and 9 is its cap"]);
        assert_eq!(list_exceeded(&cap("words_read", 10), &counts), [""; 0]);
        assert!(needs_counters(&cap("turns", 1)) && !needs_counters(&cap("races", 1)));
        let error = refuse_unknown(&cap("barrier", 1)).unwrap_err().to_string();
        assert!(
            error.starts_with("there is no cap barrier; there are races") && error.ends_with("did you mean barriers?")
        );
    }
}
