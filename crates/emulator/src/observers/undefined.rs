//! Operations whose outcome GLSL leaves undefined.
//!
//! Whether a result depends on one, this observer cannot see: the launch is run again with another outcome,
//! and [`super::Watch::acquit`] tells where that made no difference.

use super::super::assembly::{Assembly, Pc};
use super::super::event::Event;
use super::super::undefined::{Cause, Rules};
use super::sighting::{Act, Observer, Sighting};
use gristmill_base::finding::{FindingKind, Who};
use std::collections::BTreeMap;

/// Why an undefined operation is no error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Harmless {
    /// With another outcome the launch stored and drew the same.
    Same,
    /// The launch did not come to its end, so nobody knows.
    Untried,
}

impl Harmless {
    /// What the mend begins with.
    fn says(self) -> &'static str {
        match self {
            Harmless::Same => "no result of this launch depends on it; ",
            Harmless::Untried => "whether a result depends on it is not known, for the launch did not end; ",
        }
    }
}

/// Hears of undefined operations.
#[derive(Debug)]
pub(super) struct UndefinedObserver {
    /// The language that says what is undefined.
    rules: Rules,
    /// How often; of the first time who, and the operands.
    found: BTreeMap<(Pc, Cause), (u64, Who, [u32; 3])>,
}

impl UndefinedObserver {
    /// With nothing heard yet.
    pub(super) fn new(rules: Rules) -> UndefinedObserver {
        UndefinedObserver { rules, found: BTreeMap::new() }
    }
}

impl Observer for UndefinedObserver {
    fn hear(&mut self, event: &Event) {
        let Event::Undefined { at, cause, lanes, operands } = *event else { return };
        let who = || at.info.who(lanes.trailing_zeros());
        let found = self.found.entry((at.pc, cause)).or_insert_with(|| (0, who(), operands));
        found.0 += u64::from(lanes.count_ones());
    }

    fn sightings(&mut self, assembly: &Assembly) -> Vec<Sighting> {
        let rules = self.rules;
        let language = match (rules, assembly.is_program) {
            (Rules::Wgsl, _) => "WGSL,",
            (Rules::Glsl, true) => "ARB",
            (Rules::Glsl, false) => "GLSL",
        };
        let sight = |((pc, cause), (times, who, operands)): ((Pc, Cause), (u64, Who, [u32; 3]))| {
            let rule = match rules {
                Rules::Wgsl => cause.wgsl_rule()?,
                Rules::Glsl => cause.rule_of(assembly.is_program)?,
            };
            let acts: Vec<Act> = vec![(Some(who), cause.did(rule.name, operands).into(), pc)];
            let mend = format!("{language} {}: {}; {}", rule.section, rule.says, rule.mend);
            let path = Some(rule.name.to_string());
            Some(Sighting { kind: FindingKind::Undefined, place: None, path, acts, mend, times })
        };
        let found = std::mem::take(&mut self.found);
        // The inverse of a singular matrix divides by zero: that is told once.
        let inverts = |pc: Pc| found.contains_key(&(pc + 1, Cause::Inverse));
        let told = found
            .iter()
            .filter(|((pc, cause), _)| *cause != Cause::ZeroByZero || !inverts(*pc));
        told.filter_map(|(&place, &seen)| sight((place, seen))).collect()
    }
}

/// What was seen there is no error: it is a note.
pub(super) fn acquit(sighting: &mut Sighting, why: Harmless) {
    sighting.kind = FindingKind::Note;
    sighting.mend.insert_str(0, why.says());
}
