//! Taint: the registers of each warp without a value, and the cause.

use super::super::assembly::{Pc, Register, SlotRef};
use super::super::event::WarpInfo;

/// The unwritten word that a register was to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TaintCause {
    /// The unwritten memory or variable.
    pub place: SlotRef,
    /// Number of the word.
    pub word: u32,
    /// The first instruction that calculated with it or put it into an output; `None` while it is only copied.
    pub used: Option<Pc>,
}

/// The lanes in which a register has no value, and the cause.
#[derive(Debug, Clone, Copy)]
pub(super) struct Taint {
    pub lanes: u64,
    pub cause: TaintCause,
}

impl Taint {
    /// No taint: a value in all lanes.
    pub(super) const NONE: Taint =
        Taint { lanes: 0, cause: TaintCause { place: SlotRef::Variable(0), word: 0, used: None } };

    /// Merges the taint of two operands; the cause is the first one's if any of its active lanes is tainted.
    #[inline]
    pub(super) fn merge_active(self, other: Taint, active: u64) -> Taint {
        let cause = if self.lanes & active != 0 { self.cause } else { other.cause };
        Taint { lanes: self.lanes | other.lanes, cause }
    }
}

/// Taint of the registers of one warp.
#[derive(Debug, Default)]
struct WarpTaint {
    name: (u32, u32),
    /// For each register the lanes in which it has no value, and in `causes` the cause.
    lanes: Vec<u64>,
    causes: Vec<TaintCause>,
    /// Number of registers without a value in some lane.
    count: usize,
}

/// Taint of the registers of all running warps.
#[derive(Debug, Default)]
pub(super) struct TaintTracker {
    warps: Vec<WarpTaint>,
    spare: Vec<WarpTaint>,
    /// The current warp.
    current: usize,
    /// Number of registers of all warps without a value in some lane.
    count: usize,
}

impl TaintTracker {
    /// True if any register of any warp has no value.
    #[inline]
    pub(super) fn has_taint(&self) -> bool {
        self.count > 0
    }

    /// Makes a warp with that number of registers the current one. At its first use all its registers have values.
    #[inline]
    pub(super) fn enter_warp(&mut self, info: &WarpInfo, registers: u32) {
        let name = (info.group_number, info.warp);
        if self.warps.get(self.current).is_some_and(|warp| warp.name == name) {
            return;
        }
        self.find_or_add_warp(name, registers);
    }

    fn find_or_add_warp(&mut self, name: (u32, u32), registers: u32) {
        self.current = self.warps.iter().position(|warp| warp.name == name).unwrap_or_else(|| {
            let mut warp = self.spare.pop().unwrap_or_default();
            warp.lanes.resize(registers as usize, 0);
            warp.causes.resize(registers as usize, Taint::NONE.cause);
            self.warps.push(WarpTaint { name, ..warp });
            self.warps.len() - 1
        });
    }

    /// Returns the taint of a register of the current warp.
    #[inline]
    pub(super) fn register_taint(&self, register: Register) -> Taint {
        let Some(warp) = self.warps.get(self.current) else { return Taint::NONE };
        let register = register as usize;
        match (warp.lanes.get(register), warp.causes.get(register)) {
            (Some(&lanes), Some(&cause)) if lanes != 0 => Taint { lanes, cause },
            _ => Taint::NONE,
        }
    }

    /// True if all of these registers of the current warp have values in all lanes.
    #[inline]
    pub(super) fn is_clean<const N: usize>(&self, registers: [Register; N]) -> bool {
        let Some(warp) = self.warps.get(self.current) else { return true };
        let lanes = registers.map(|register| warp.lanes.get(register as usize).copied().unwrap_or(0));
        lanes.into_iter().fold(0, |all, lanes| all | lanes) == 0
    }

    /// Records a write of a register of the current warp by those lanes, with a value of that taint.
    #[inline]
    pub(super) fn set_taint(&mut self, register: Register, written: u64, lack: Taint) {
        let Some(warp) = self.warps.get_mut(self.current) else { return };
        let Some(place) = warp.lanes.get_mut(register as usize) else { return };
        let before = *place;
        let added = lack.lanes & written;
        *place = (before & !written) | added;
        let after = *place;
        if let (true, Some(cause)) = (added != 0, warp.causes.get_mut(register as usize)) {
            *cause = lack.cause;
        }
        if before == 0 && after != 0 {
            (warp.count, self.count) = (warp.count + 1, self.count + 1);
        } else if before != 0 && after == 0 {
            (warp.count, self.count) = (warp.count - 1, self.count - 1);
        }
    }

    /// Ends a warp.
    pub(super) fn end_warp(&mut self, info: &WarpInfo) {
        let name = (info.group_number, info.warp);
        if let Some(at) = self.warps.iter().position(|warp| warp.name == name) {
            let mut warp = self.warps.swap_remove(at);
            self.count -= warp.count;
            if warp.count > 0 {
                warp.lanes.fill(0);
                warp.count = 0;
            }
            self.spare.push(warp);
        }
    }

    /// Forgets all warps, before a launch with other registers.
    pub(super) fn clear(&mut self) {
        *self = TaintTracker::default();
    }
}
