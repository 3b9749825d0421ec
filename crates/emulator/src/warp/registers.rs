//! Register operations: in place if no other lane's word must be kept, otherwise through a copy.

use super::super::assembly::{Binary, Register, Ternary, Unary};
use super::super::lanes::blend_lanes;
use super::{Warp, binary, ternary, unary};

impl<const W: usize> Warp<W> {
    /// Applies a unary operator.
    #[inline(always)]
    pub(super) fn apply_unary(&mut self, op: Unary, to: Register, a: Register) {
        if self.frames.can_overwrite_all()
            && let Some((out, others)) = split_register(&mut self.registers, to)
            && let Some(a) = others.get(a)
        {
            unary::apply_inline(op, a, out);
        } else {
            let mut out = [0; W];
            unary::apply_inline(op, self.register(a), &mut out);
            self.write_register_inline(to, &out);
        }
    }

    /// Applies a binary operator.
    #[inline(always)]
    pub(super) fn apply_binary(&mut self, op: Binary, to: Register, a: Register, b: Register) {
        if self.frames.can_overwrite_all()
            && let Some((out, others)) = split_register(&mut self.registers, to)
            && let (Some(a), Some(b)) = (others.get(a), others.get(b))
        {
            binary::apply_inline(op, a, b, out);
        } else {
            let mut out = [0; W];
            binary::apply_inline(op, self.register(a), self.register(b), &mut out);
            self.write_register_inline(to, &out);
        }
    }

    /// Applies a ternary operator.
    #[inline(always)]
    pub(super) fn apply_ternary(&mut self, op: Ternary, to: Register, [a, b, c]: [Register; 3]) {
        if self.frames.can_overwrite_all()
            && let Some((out, others)) = split_register(&mut self.registers, to)
            && let (Some(a), Some(b), Some(c)) = (others.get(a), others.get(b), others.get(c))
        {
            ternary::apply_inline(op, [a, b, c], out);
        } else {
            let mut out = [0; W];
            ternary::apply_inline(op, [a, b, c].map(|register| self.register(register)), &mut out);
            self.write_register_inline(to, &out);
        }
    }

    /// Sets a register in the active lanes.
    pub(super) fn write_register(&mut self, to: Register, words: &[u32; W]) {
        self.write_register_inline(to, words);
    }

    /// As [`Self::write_register`], but inlined into its caller and compiled for the caller's vectors.
    #[inline(always)]
    pub(super) fn write_register_inline(&mut self, to: Register, words: &[u32; W]) {
        let full = self.frames.can_overwrite_all();
        let mask = self.frames.mask;
        let place = self.register_mut(to);
        if full {
            *place = *words;
        } else {
            blend_lanes(place, words, mask);
        }
    }
}

/// All registers except one.
pub(super) struct OtherRegisters<'a, const W: usize> {
    below: &'a [[u32; W]],
    above: &'a [[u32; W]],
}

impl<'a, const W: usize> OtherRegisters<'a, W> {
    /// Returns another register; `None` for the excluded one.
    #[inline(always)]
    pub(super) fn get(&self, register: Register) -> Option<&'a [u32; W]> {
        let register = register as usize;
        match register.checked_sub(self.below.len() + 1) {
            Some(above) => self.above.get(above),
            None => self.below.get(register),
        }
    }
}

/// Splits off one register for writing; the others stay readable.
#[inline(always)]
pub(super) fn split_register<const W: usize>(
    registers: &mut [[u32; W]],
    to: Register,
) -> Option<(&mut [u32; W], OtherRegisters<'_, W>)> {
    let (below, rest) = registers.split_at_mut_checked(to as usize)?;
    let (out, above) = rest.split_first_mut()?;
    Some((out, OtherRegisters { below, above }))
}
