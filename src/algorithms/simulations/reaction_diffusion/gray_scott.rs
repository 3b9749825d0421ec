//! The reaction: its numbers, and what is refused.

use crate::{Call, Error, Result, random};

/// What spreads how fast, what is fed and lost, and how long a step is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GrayScott {
    /// Of U and of V, square metres per second.
    pub diffusion: [f32; 2],
    /// How fast U is replaced: Pearson's F, per second.
    pub feed: f32,
    /// How fast V goes besides: Pearson's k, per second.
    pub kill: f32,
    /// The side of a cell, in metres.
    pub cell: f32,
    /// Seconds of a step.
    pub step: f32,
}

impl Default for GrayScott {
    /// Pearson's numbers, of a square of 2.5 m in 256 x 256 cells, where corals grow.
    fn default() -> GrayScott {
        GrayScott { diffusion: [2e-5, 1e-5], feed: 0.0545, kill: 0.062, cell: 2.5 / 256.0, step: 1.0 }
    }
}

impl GrayScott {
    /// Of each substance, the share of a difference that crosses between two cells in a step.
    fn spread(&self) -> [f32; 2] {
        self.diffusion.map(|diffusion| self.step * diffusion / (self.cell * self.cell))
    }

    /// A step that is a number and does not blow up.
    pub(super) fn check(&self) -> Result<()> {
        let numbers = [self.diffusion[0], self.diffusion[1], self.feed, self.kill, self.step, self.cell];
        let fine = numbers.iter().all(|number| *number >= 0.0 && number.is_finite()) && self.cell > 0.0;
        if !fine {
            return Err(Error::data(format!(
                "{self:?} has a number that is negative, no number or infinite; diffusion, feed, kill and step are 0 or more, a cell is more"
            )));
        }
        let spread = self.spread();
        let crosses = 4.0 * spread[0].max(spread[1]);
        if crosses <= 1.0 {
            return Ok(());
        }
        Err(Error::data(format!(
            "a step of {} s takes 4 t D / h^2 to {crosses}, above the limit of 1 it blows up; take a step of {} s at most, or larger cells",
            self.step,
            self.step / crosses
        )))
    }

    /// The uniforms of reaction_diffusion.glsl.
    pub(super) fn uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("spread", self.spread())
            .uniform("rate", self.step)
            .uniform("feed", self.step * self.feed)
            .uniform("loss", self.step * (self.feed + self.kill))
    }

    /// A dish full of U with so many drops of V, the same for the same seed: cells row after row.
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
