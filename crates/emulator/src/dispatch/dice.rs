//! Orders drawn by lot, the same for the same seed everywhere.

use super::launch::ScheduleOrder;
use std::ops::Range;

/// Work groups, or warps of a pass, among which a random order picks the next.
const WINDOW: u64 = 1024;

impl ScheduleOrder {
    /// These work groups, or warps of a pass, in this order. In turns they are as they come: a group has its
    /// turns elsewhere, and a warp of a pass waits for no other.
    pub fn ordered(&self, numbers: Range<u64>) -> Box<dyn Iterator<Item = u64>> {
        match *self {
            ScheduleOrder::Forward | ScheduleOrder::RoundRobin | ScheduleOrder::Turns(_) => Box::new(numbers),
            ScheduleOrder::Reversed => Box::new(numbers.rev()),
            ScheduleOrder::Random(seed) => {
                // Window by window, each when its turn comes: there may be more than memory has room for.
                let mut dice = Dice(!seed);
                let starts = numbers.clone().step_by(WINDOW as usize);
                let window = move |start: u64| start..numbers.end.min(start.saturating_add(WINDOW));
                Box::new(starts.flat_map(move |start| dice.shuffled(window(start))))
            }
        }
    }

    /// The bits that change the order of lanes in that warp of a pass.
    pub fn swap(&self, warp: u64) -> u32 {
        match *self {
            ScheduleOrder::Forward | ScheduleOrder::RoundRobin | ScheduleOrder::Turns(_) => 0,
            ScheduleOrder::Reversed => u32::MAX,
            ScheduleOrder::Random(seed) => Dice(seed ^ warp.rotate_left(32)).swap(),
        }
    }
}

/// Splitmix64 (Steele, Lea and Flood 2014).
pub(super) struct Dice(pub u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below that.
    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.roll() % limit.max(1)
    }

    /// Any order of lanes.
    pub(super) fn swap(&mut self) -> u32 {
        self.roll() as u32
    }

    fn shuffled(&mut self, numbers: Range<u64>) -> Vec<u64> {
        let mut numbers: Vec<u64> = numbers.collect();
        for last in (1..numbers.len()).rev() {
            let other = self.below(last as u64 + 1) as usize;
            numbers.swap(last, other);
        }
        numbers
    }
}
