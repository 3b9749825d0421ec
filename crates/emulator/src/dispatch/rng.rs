//! Random schedules; a seed gives the same order on every platform.

use super::launch::ScheduleOrder;
use std::ops::Range;

/// Number of work groups, or warps of a pass, that are shuffled together.
const SHUFFLE_WINDOW: u64 = 1024;

impl ScheduleOrder {
    /// Returns the numbers of work groups, or of warps of a pass, in this order. For interleaved schedules they are
    /// unchanged: groups get their turns elsewhere, and warps of a pass do not wait for each other.
    pub fn order_numbers(&self, numbers: Range<u64>) -> Box<dyn Iterator<Item = u64>> {
        match *self {
            ScheduleOrder::Forward | ScheduleOrder::RoundRobin | ScheduleOrder::Turns(_) => Box::new(numbers),
            ScheduleOrder::Reversed => Box::new(numbers.rev()),
            ScheduleOrder::Random(seed) => {
                // Each window is shuffled only once it is reached: all numbers together may not fit into memory.
                let mut dice = SplitMix64(!seed);
                let starts = numbers.clone().step_by(SHUFFLE_WINDOW as usize);
                let window = move |start: u64| start..numbers.end.min(start.saturating_add(SHUFFLE_WINDOW));
                Box::new(starts.flat_map(move |start| dice.shuffle_numbers(window(start))))
            }
        }
    }

    /// Returns the bits that permute the lanes of this warp of a pass.
    pub fn lane_swap(&self, warp: u64) -> u32 {
        match *self {
            ScheduleOrder::Forward | ScheduleOrder::RoundRobin | ScheduleOrder::Turns(_) => 0,
            ScheduleOrder::Reversed => u32::MAX,
            ScheduleOrder::Random(seed) => SplitMix64(seed ^ warp.rotate_left(32)).draw_lane_swap(),
        }
    }
}

/// Splitmix64 (Steele, Lea and Flood 2014).
pub(super) struct SplitMix64(pub u64);

impl SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// Draws a number below `limit`.
    pub(super) fn draw_below(&mut self, limit: u64) -> u64 {
        self.next_u64() % limit.max(1)
    }

    /// Draws the bits of a random lane order.
    pub(super) fn draw_lane_swap(&mut self) -> u32 {
        self.next_u64() as u32
    }

    fn shuffle_numbers(&mut self, numbers: Range<u64>) -> Vec<u64> {
        let mut numbers: Vec<u64> = numbers.collect();
        for last in (1..numbers.len()).rev() {
            let other = self.draw_below(last as u64 + 1) as usize;
            numbers.swap(last, other);
        }
        numbers
    }
}
