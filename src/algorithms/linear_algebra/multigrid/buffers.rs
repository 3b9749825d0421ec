//! The compute era: each level has its own buffers, and is updated in place.

use super::{LevelGrids, PROLONG, RESTRICT, SWEEP};
use crate::{Device, Kernel, Result, Stream};

pub(super) struct LevelBuffers<'a> {
    sweep: Kernel,
    restrict: Kernel,
    prolong: Kernel,
    sides: &'a [usize],
    b: &'a Stream<f32>,
    /// Right-hand sides of the levels from the second on.
    rights: Vec<Stream<f32>>,
    unknowns: Vec<Stream<f32>>,
}

impl<'a> LevelBuffers<'a> {
    pub(super) fn new(device: &Device, b: &'a Stream<f32>, sides: &'a [usize]) -> Result<LevelBuffers<'a>> {
        Ok(LevelBuffers {
            sweep: device.kernel(&SWEEP)?,
            restrict: device.kernel(&RESTRICT)?,
            prolong: device.kernel(&PROLONG)?,
            sides,
            b,
            rights: sides
                .iter()
                .skip(1)
                .map(|&side| device.empty([side, side]))
                .collect::<Result<_>>()?,
            unknowns: sides.iter().map(|&side| device.empty([side, side])).collect::<Result<_>>()?,
        })
    }

    pub(super) fn into_solution(mut self) -> Stream<f32> {
        self.unknowns.swap_remove(0)
    }
}

impl LevelGrids for LevelBuffers<'_> {
    fn sweep_colour(&mut self, level: usize, colour: i32, known: bool) -> Result<()> {
        let b = if level == 0 { self.b } else { &self.rights[level - 1] };
        self.sweep
            .call()
            .uniform("side", self.sides[level] as i32)
            .uniform("colour", colour)
            .uniform("known", known)
            .gather("b", b)
            .update("x", &mut self.unknowns[level])
            .run()
    }

    fn restrict_residual(&mut self, level: usize) -> Result<()> {
        let (finer, coarser) = self.rights.split_at_mut(level);
        self.restrict
            .call()
            .uniform("side", self.sides[level] as i32)
            .gather("x", &self.unknowns[level])
            .gather("b", finer.last().unwrap_or(self.b))
            .output("result", &mut coarser[0])
            .run()
    }

    fn prolong_correction(&mut self, level: usize) -> Result<()> {
        let (finer, coarser) = self.unknowns.split_at_mut(level + 1);
        self.prolong
            .call()
            .uniform("side", self.sides[level + 1] as i32)
            .gather("coarse", &coarser[0])
            .update("x", &mut finer[level])
            .run()
    }
}
