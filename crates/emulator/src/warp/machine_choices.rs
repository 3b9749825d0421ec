//! Detects the places where a specification leaves a choice to the machine: a nearest read on the border between two
//! texels, and a comparison with a NaN. Only for observers that ask for them.

use super::super::assembly::{Binary, Register, SampleUse};
use super::super::event::{ExecutionEvent, Observe};
use super::super::lanes::lane_indices;
use super::super::texture::TextureView;
use super::{Execution, Warp};

/// Returns true if the operation compares floats, so that a NaN among them decides.
#[inline(always)]
fn compares_floats(op: Binary) -> bool {
    use Binary::*;
    matches!(op, EqualFloat | NotEqualFloat | LessFloat | LessEqualFloat | MinFloat | MaxFloat)
}

fn is_nan(word: u32) -> bool {
    f32::from_bits(word).is_nan()
}

impl<const W: usize> Warp<W> {
    /// Reports the lanes that compare a NaN.
    #[inline(always)]
    pub(super) fn report_compared_nan<O: Observe>(&self, run: &mut Execution<O>, op: Binary, [a, b]: [Register; 2]) {
        if O::WANTS_STEPS && compares_floats(op) && run.observer.wants_machine_choices() {
            self.report_nan_lanes(run, [a, b]);
        }
    }

    #[inline(never)]
    fn report_nan_lanes<O: Observe>(&self, run: &mut Execution<O>, [a, b]: [Register; 2]) {
        // `x != x` asks for a NaN: the author knows of it.
        if a == b {
            return;
        }
        let [a, b] = [a, b].map(|register| self.register(register));
        let active = lane_indices(self.frames.mask & !self.info.helpers);
        let lanes = active.filter(|&lane| is_nan(a[lane]) || is_nan(b[lane]));
        let lanes = lanes.fold(0, |lanes, lane| lanes | 1 << lane);
        if lanes != 0 {
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::NanCompared { at, lanes });
        }
    }

    /// Reports the lanes that read a nearest texel on the border between two that differ.
    pub(super) fn report_texel_borders<O: Observe>(
        &self,
        run: &mut Execution<O>,
        sample: &SampleUse,
        (texture, slot): (&TextureView, u16),
        lanes: u64,
    ) {
        if !O::WANTS_STEPS || !run.observer.wants_machine_choices() || sample.offset.is_some() {
            return;
        }
        let lanes = lanes & !self.info.helpers;
        let border =
            lane_indices(lanes).filter(|&lane| texture.is_on_texel_border(self.lane_coordinates(sample, lane)));
        let on_border = border.fold(0, |lanes, lane| lanes | 1 << lane);
        if lanes != 0 {
            let texture = slot;
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::TexelBorder {
                at,
                texture,
                lanes,
                on_border,
            });
        }
    }
}
