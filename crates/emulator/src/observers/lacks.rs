//! Which registers of each warp lack a value, and why.

use super::super::assembly::{Pc, Register, SlotRef};
use super::super::event::WarpInfo;

/// What a register was to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cause {
    /// What nobody has written.
    pub place: SlotRef,
    /// Which word of it.
    pub word: u32,
    /// The first instruction that calculated with it, or put it into an output; none while it is only copied.
    pub used: Option<Pc>,
}

/// The lanes in which a register lacks a value, and why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lack {
    pub lanes: u64,
    pub cause: Cause,
}

impl Lack {
    /// It has a value in all lanes.
    pub(super) const NONE: Lack = Lack { lanes: 0, cause: Cause { place: SlotRef::Variable(0), word: 0, used: None } };

    /// What both lack, for the active lanes; of two causes the first.
    #[inline]
    pub(super) fn or(self, other: Lack, active: u64) -> Lack {
        let cause = if self.lanes & active != 0 { self.cause } else { other.cause };
        Lack { lanes: self.lanes | other.lanes, cause }
    }
}

/// The registers of a warp.
#[derive(Debug, Default)]
struct WarpLacks {
    name: (u32, u32),
    /// For each register the lanes in which it lacks a value, and why.
    lanes: Vec<u64>,
    causes: Vec<Cause>,
    /// Registers that lack a value in some lane.
    count: usize,
}

/// The registers of all warps that run.
#[derive(Debug, Default)]
pub(super) struct Lacks {
    warps: Vec<WarpLacks>,
    spare: Vec<WarpLacks>,
    /// The warp that was entered.
    current: usize,
    /// Registers of all warps that lack a value in some lane.
    count: usize,
}

impl Lacks {
    /// Whether any register of any warp lacks a value.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.count > 0
    }

    /// Makes that warp, of so many registers, the one that is meant. All its registers have values when it is
    /// first entered.
    #[inline]
    pub(super) fn enter(&mut self, info: &WarpInfo, registers: u32) {
        let name = (info.group_number, info.warp);
        if self.warps.get(self.current).is_some_and(|warp| warp.name == name) {
            return;
        }
        self.find(name, registers);
    }

    fn find(&mut self, name: (u32, u32), registers: u32) {
        self.current = self.warps.iter().position(|warp| warp.name == name).unwrap_or_else(|| {
            let mut warp = self.spare.pop().unwrap_or_default();
            warp.lanes.resize(registers as usize, 0);
            warp.causes.resize(registers as usize, Lack::NONE.cause);
            self.warps.push(WarpLacks { name, ..warp });
            self.warps.len() - 1
        });
    }

    /// What a register of the warp lacks.
    #[inline]
    pub(super) fn of(&self, register: Register) -> Lack {
        let Some(warp) = self.warps.get(self.current) else { return Lack::NONE };
        let register = register as usize;
        match (warp.lanes.get(register), warp.causes.get(register)) {
            (Some(&lanes), Some(&cause)) if lanes != 0 => Lack { lanes, cause },
            _ => Lack::NONE,
        }
    }

    /// Whether all of these registers of the warp have values in all lanes.
    #[inline]
    pub(super) fn none<const N: usize>(&self, registers: [Register; N]) -> bool {
        let Some(warp) = self.warps.get(self.current) else { return true };
        let lanes = registers.map(|register| warp.lanes.get(register as usize).copied().unwrap_or(0));
        lanes.into_iter().fold(0, |all, lanes| all | lanes) == 0
    }

    /// Those lanes have written a register of the warp with what lacks that.
    #[inline]
    pub(super) fn set(&mut self, register: Register, written: u64, lack: Lack) {
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

    /// That warp has ended.
    pub(super) fn end(&mut self, info: &WarpInfo) {
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

    /// All warps have ended, and others have other registers.
    pub(super) fn clear(&mut self) {
        *self = Lacks::default();
    }
}
