//! The fragment era: levels from the second on are regions of one texture.

use super::{LevelGrids, PROLONG, RESTRICT, SWEEP};
use crate::{Device, Kernel, Result, Stream, TexelRect};

// ANCHOR: streams
pub(super) struct LevelRegions<'a> {
    sweep: Kernel,
    restrict: Kernel,
    prolong: Kernel,
    /// Region of each level in its textures.
    places: Vec<TexelRect>,
    b: &'a Stream<f32>,
    /// Two iterates of the finest level, and two of all others.
    fine: [Stream<f32>; 2],
    coarse: [Stream<f32>; 2],
    /// Index of the iterate that holds the current state of each level.
    now: Vec<usize>,
    /// Right-hand sides of the even and of the odd levels: a pass cannot write the texture that it reads.
    rights: [Stream<f32>; 2],
}
// ANCHOR_END: streams

impl<'a> LevelRegions<'a> {
    pub(super) fn new(device: &Device, b: &'a Stream<f32>, sides: &[usize]) -> Result<LevelRegions<'a>> {
        // ANCHOR: places
        let mut row = 0;
        let places: Vec<TexelRect> = sides
            .iter()
            .enumerate()
            .map(|(level, &side): (usize, &usize)| {
                let y = if level == 0 { 0 } else { row };
                row = if level == 0 { 0 } else { row + side };
                TexelRect { x: 0, y, width: side, height: side }
            })
            .collect();
        let shape = [sides.get(1).copied().unwrap_or(1), row.max(1)];
        // ANCHOR_END: places
        Ok(LevelRegions {
            sweep: device.kernel(&SWEEP)?,
            restrict: device.kernel(&RESTRICT)?,
            prolong: device.kernel(&PROLONG)?,
            places,
            b,
            fine: allocate_pair([sides[0], sides[0]], device)?,
            coarse: allocate_pair(shape, device)?,
            now: vec![0; sides.len()],
            rights: allocate_pair(shape, device)?,
        })
    }

    pub(super) fn into_solution(self) -> Stream<f32> {
        let [first, second] = self.fine;
        if self.now[0] == 0 { first } else { second }
    }

    fn level_origin(&self, level: usize) -> [i32; 2] {
        let TexelRect { x, y, .. } = self.places[level];
        [x as i32, y as i32]
    }

    fn level_side(&self, level: usize) -> i32 {
        self.places[level].width as i32
    }
}

fn allocate_pair(shape: [usize; 2], device: &Device) -> Result<[Stream<f32>; 2]> {
    Ok([device.empty(shape)?, device.empty(shape)?])
}

/// Returns the stream to read and the other, to be written.
fn split_pair(pair: &mut [Stream<f32>; 2], now: usize) -> (&Stream<f32>, &mut Stream<f32>) {
    let [first, second] = pair;
    if now == 0 { (first, second) } else { (second, first) }
}

impl LevelGrids for LevelRegions<'_> {
    // ANCHOR: sweep
    fn sweep_colour(&mut self, level: usize, colour: i32, known: bool) -> Result<()> {
        let side = self.level_side(level);
        let origin = self.level_origin(level);
        let regions = [self.places[level]];
        let (pair, b) = if level == 0 { (&mut self.fine, self.b) } else { (&mut self.coarse, &self.rights[level % 2]) };
        let (x, result) = split_pair(pair, self.now[level]);
        self.now[level] = 1 - self.now[level];
        self.sweep
            .call()
            .uniform("side", side)
            .uniform("origin", origin)
            .uniform("colour", colour)
            .uniform("known", known)
            .gather("x", x)
            .gather("b", b)
            .output("result", result)
            .regions(&regions)
            .run()
    }
    // ANCHOR_END: sweep

    fn restrict_residual(&mut self, level: usize) -> Result<()> {
        let side = self.level_side(level);
        let fine_origin = self.level_origin(level);
        let origin = self.level_origin(level + 1);
        let regions = [self.places[level + 1]];
        let (right, result) = split_pair(&mut self.rights, level % 2);
        let (x, b) = if level == 0 { (&self.fine, self.b) } else { (&self.coarse, right) };
        // ANCHOR: beside
        // The next level is written an odd number of times; so it ends in the texture of this level's current state, and
        // `prolong_correction` can read both.
        self.now[level + 1] = 1 - self.now[level];
        // ANCHOR_END: beside
        self.restrict
            .call()
            .uniform("side", side)
            .uniform("fine_origin", fine_origin)
            .uniform("origin", origin)
            .gather("x", &x[self.now[level]])
            .gather("b", b)
            .output("result", result)
            .regions(&regions)
            .run()
    }

    fn prolong_correction(&mut self, level: usize) -> Result<()> {
        let side = self.level_side(level + 1);
        let coarse_origin = self.level_origin(level + 1);
        let origin = self.level_origin(level);
        let regions = [self.places[level]];
        let now = self.now[level];
        self.now[level] = 1 - now;
        let call = self
            .prolong
            .call()
            .uniform("side", side)
            .uniform("coarse_origin", coarse_origin)
            .uniform("origin", origin)
            .regions(&regions);
        if level == 0 {
            let (x, result) = split_pair(&mut self.fine, now);
            return call
                .gather("coarse", &self.coarse[now])
                .gather("x", x)
                .output("result", result)
                .run();
        }
        let (x, result) = split_pair(&mut self.coarse, now);
        call.gather("coarse", x).gather("x", x).output("result", result).run()
    }
}
