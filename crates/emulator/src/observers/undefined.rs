//! Operations whose result GLSL leaves undefined.
//!
//! This observer cannot see if the launch's output depends on such a result: the launch is run
//! again with other results, and [`super::Watch::mark_harmless`] marks those that made no
//! difference.

use super::super::assembly::{Assembly, Binary, Instruction, Pc};
use super::super::event::ExecutionEvent;
use super::super::undefined::{RuleLanguage, UndefinedCause};
use super::observer::{Observer, Participant, RawFinding};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Reason for which an undefined operation is not reported as an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HarmlessReason {
    /// With another result the launch stored and drew the same.
    Same,
    /// The launch did not end, so it is not known.
    Untried,
}

impl HarmlessReason {
    /// Returns the beginning of the advice.
    fn advice_prefix(self) -> &'static str {
        match self {
            HarmlessReason::Same => "no result of this launch depends on it; ",
            HarmlessReason::Untried => "the launch did not end, so it is unknown if a result depends on it; ",
        }
    }
}

/// Observer of undefined operations.
#[derive(Debug)]
pub(super) struct UndefinedObserver {
    /// The language whose rules apply.
    rules: RuleLanguage,
    /// Number of occurrences; of the first one the invocation and the operands.
    found: BTreeMap<(Pc, UndefinedCause), (u64, Who, [u32; 3])>,
}

impl UndefinedObserver {
    /// Creates the observer.
    pub(super) fn new(rules: RuleLanguage) -> UndefinedObserver {
        UndefinedObserver { rules, found: BTreeMap::new() }
    }
}

impl Observer for UndefinedObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let ExecutionEvent::Undefined { at, cause, lanes, operands } = *event else { return };
        // HLSL defines some functions for some arguments: a defined result must not hide a later one.
        if self.rules == RuleLanguage::Hlsl && cause.hlsl_rule(operands).is_none() {
            return;
        }
        let found = self
            .found
            .entry((at.pc, cause))
            .or_insert_with(|| (0, at.info.identify_lane(lanes.trailing_zeros()), operands));
        found.0 += u64::from(lanes.count_ones());
    }

    fn take_findings(&mut self, assembly: &Assembly) -> Vec<RawFinding> {
        let rules = self.rules;
        let language = match rules {
            RuleLanguage::Wgsl => "WGSL,",
            RuleLanguage::Hlsl => "HLSL,",
            RuleLanguage::Glsl => assembly.language.specification(),
        };
        let found = std::mem::take(&mut self.found);
        // The inverse of a singular matrix divides by zero: that is reported once.
        let told = found.iter().filter(|((pc, cause), _)| {
            *cause != UndefinedCause::ZeroByZero || !found.contains_key(&(pc + 1, UndefinedCause::Inverse))
        });
        told.filter_map(|(&(pc, cause), &(times, who, operands))| {
            let rule = match rules {
                RuleLanguage::Wgsl => cause.wgsl_rule()?,
                RuleLanguage::Hlsl if is_unsigned_division(assembly, pc) => return None,
                RuleLanguage::Hlsl => cause.hlsl_rule(operands)?,
                RuleLanguage::Glsl => cause.rule_for(assembly.language)?,
            };
            let acts: Vec<Participant> = vec![(Some(who), cause.describe_action(rule.name, operands).into(), pc)];
            let mend = format!("{language} {}: {}; {}", rule.section, rule.says, rule.mend);
            let path = Some(rule.name.to_string());
            Some(RawFinding { kind: FindingKind::Undefined, place: None, path, acts, mend, times })
        })
        .collect()
    }
}

/// Returns true if an instruction divides `uint`s, by 0 too: HLSL defines that.
fn is_unsigned_division(assembly: &Assembly, pc: Pc) -> bool {
    let instruction = assembly.instructions.get(pc as usize);
    matches!(instruction, Some(Instruction::Binary { op: Binary::DivUint | Binary::RemUint, .. }))
}

/// Turns a finding into a note.
pub(super) fn mark_harmless(sighting: &mut RawFinding, why: HarmlessReason) {
    sighting.kind = FindingKind::Note;
    sighting.mend.insert_str(0, why.advice_prefix());
}
