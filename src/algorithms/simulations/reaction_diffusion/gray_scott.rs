//! Parameters of the reaction, and their checks.

use crate::{Call, Error, Result, random};

/// Parameters of the reaction: rates of diffusion, feed and removal, and the size of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrayScott {
    /// Diffusivity of U and of V, square metres per second.
    pub diffusion: [f32; 2],
    /// Rate at which U is replaced: Pearson's F, per second.
    pub feed: f32,
    /// Rate at which V is removed in addition: Pearson's k, per second.
    pub kill: f32,
    /// Side of a cell, in metres.
    pub cell: f32,
    /// Seconds per step.
    pub step: f32,
}

impl Default for GrayScott {
    /// Pearson's parameters for corals, on a square of 2.5 m in 256 x 256 cells.
    fn default() -> GrayScott {
        GrayScott { diffusion: [2e-5, 1e-5], feed: 0.0545, kill: 0.062, cell: 2.5 / 256.0, step: 1.0 }
    }
}

impl GrayScott {
    /// Returns for each substance the share of a difference that crosses between two cells in a step.
    fn spread_shares(&self) -> [f32; 2] {
        self.diffusion.map(|diffusion| self.step * diffusion / (self.cell * self.cell))
    }

    /// Checks that the parameters are valid and the step is stable.
    pub(super) fn check_values(&self) -> Result<()> {
        let numbers = [self.diffusion[0], self.diffusion[1], self.feed, self.kill, self.step, self.cell];
        let fine = numbers.iter().all(|number| *number >= 0.0 && number.is_finite()) && self.cell > 0.0;
        if !fine {
            return Err(Error::data(format!(
                "{self:?} has a number that is negative, NaN or infinite; diffusion, feed, kill and step are 0 or \
                 more, a cell is more"
            )));
        }
        let spread = self.spread_shares();
        let crosses = 4.0 * spread[0].max(spread[1]);
        if crosses <= 1.0 {
            return Ok(());
        }
        Err(Error::data(format!(
            "a step of {} s takes 4 t D / h^2 to {crosses}, above the limit of 1 it is unstable; use a step of {} s at \
             most, or larger cells",
            self.step,
            self.step / crosses
        )))
    }

    /// Sets the uniforms of reaction_diffusion.glsl.
    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("spread", self.spread_shares())
            .uniform("rate", self.step)
            .uniform("feed", self.step * self.feed)
            .uniform("loss", self.step * (self.feed + self.kill))
    }

    /// Returns a dish full of U with `drops` drops of V, reproducible by the seed: cells row after row.
    pub fn drops(&self, [width, height]: [usize; 2], drops: usize, seed: u32) -> Vec<[f32; 2]> {
        let mut cells = vec![[1.0, 0.0]; width * height];
        let reach = (width.min(height) / 24).max(1);
        for drop in 0..if cells.is_empty() { 0 } else { drops as u32 } {
            let [x, y] = [(0, width), (1, height)].map(|(draw, side)| random::word(seed, drop, draw) as usize % side);
            for (down, right) in (0..reach * reach).map(|i| (i / reach, i % reach)) {
                cells[(y + down) % height * width + (x + right) % width] = [0.5, 0.25];
            }
        }
        cells
    }
}
