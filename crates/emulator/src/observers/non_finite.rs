//! The first calculation of a launch that produced an infinity or a NaN. Later ones mostly propagate it.

use super::super::assembly::{Assembly, Pc};
use super::super::event::ExecutionEvent;
use super::super::lanes::lane_numbers;
use super::observer::{Observer, RawFinding};
use gristmill_base::finding::{FindingKind, Who};

/// Observer of the results of float calculations.
#[derive(Debug, Default)]
pub(super) struct NonFiniteObserver {
    found: Option<(Pc, Who, f32)>,
    /// True if a finding was already reported, by an earlier stage.
    told: bool,
}

impl Observer for NonFiniteObserver {
    fn observe(&mut self, event: &ExecutionEvent) {
        let ExecutionEvent::Result { at, values } = *event else { return };
        if self.told || self.found.is_some() {
            return;
        }
        let found = lane_numbers(at.mask & !at.info.helpers).find(|lane: &u32| {
            values
                .get(*lane as usize)
                .is_some_and(|word| !f32::from_bits(*word).is_finite())
        });
        self.found = found.map(|lane| {
            let word = values.get(lane as usize).copied().unwrap_or(0);
            (at.pc, at.info.identify_lane(lane), f32::from_bits(word))
        });
    }

    fn take_findings(&mut self, _: &Assembly) -> Vec<RawFinding> {
        self.told |= self.found.is_some();
        self.found
            .take()
            .map(|(pc, who, value)| {
                let (did, mend) = if value.is_nan() {
                    ("produced NaN", "look for 0.0 / 0.0, or a function outside its domain")
                } else {
                    ("produced infinity", "look for a division by zero, or a value beyond 3.4e38")
                };
                let acts = vec![(Some(who), did.into(), pc)];
                RawFinding {
                    kind: FindingKind::NonFinite,
                    place: None,
                    path: None,
                    acts,
                    mend: mend.to_string(),
                    times: 1,
                }
            })
            .into_iter()
            .collect()
    }
}
