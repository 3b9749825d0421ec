//! Wandering seeds, as a scene.

use super::distance_field;
use crate::{Device, KernelSource, Mouse, Pointer, Result, Scene, Stream, kernel_pair, random};
use nalgebra::Vector4;

const DRAW: KernelSource = kernel_pair!("simulations/distance_field_draw");

/// Seeds that wander over a square, and the region nearest to each: a Voronoi picture. The first seed follows
/// the mouse.
#[derive(Debug)]
pub struct Sites {
    device: Device,
    seeds: Stream<u32>,
    nearest: Stream<Pointer>,
    paths: Vec<[f32; 4]>,
    marks: Vec<u32>,
    side: usize,
    frame: usize,
    mouse: Option<[f32; 2]>,
}

impl Sites {
    /// Places `count` seeds in a square of `side` cells, in the device's era.
    ///
    /// # Errors
    /// As [`distance_field`].
    pub fn new(device: &Device, side: usize, count: usize, seed: u32) -> Result<Sites> {
        let paths = (0..count as u32)
            .map(|site| std::array::from_fn(|lane| random::uniform(seed, site, lane as u32)))
            .collect();
        let seeds = device.empty([side, side])?;
        let nearest = device.empty([side, side])?;
        let marks = vec![0; side * side];
        let mut sites = Sites { device: device.clone(), seeds, nearest, paths, marks, side, frame: 0, mouse: None };
        sites.update_field()?;
        Ok(sites)
    }

    /// The current seeds, and the nearest seed of each cell.
    pub fn streams(&self) -> (&Stream<u32>, &Stream<Pointer>) {
        (&self.seeds, &self.nearest)
    }

    /// Moves the seeds and recomputes the field. Each seed follows its own ellipse, once in 48 frames, so that the
    /// picture repeats.
    fn update_field(&mut self) -> Result<()> {
        self.marks.fill(0);
        let turn = self.frame as f32 / 48.0 * std::f32::consts::TAU;
        for (site, [x, y, phase, reach]) in self.paths.iter().enumerate() {
            let angle = turn * if phase < &0.5 { 1.0 } else { -1.0 } + phase * std::f32::consts::TAU;
            let [mut x, mut y] =
                [x + 0.07 * (0.4 + reach) * libm::cosf(angle), y + 0.07 * (1.4 - reach) * libm::sinf(angle)];
            if let (0, Some(mouse)) = (site, self.mouse) {
                [x, y] = mouse;
            }
            if let Some(mark) = self
                .marks
                .get_mut(find_cell(x, self.side) + self.side * find_cell(y, self.side))
            {
                *mark = site as u32 + 1;
            }
        }
        self.seeds.write(&self.marks)?;
        self.nearest = distance_field(&self.device, &self.seeds)?;
        Ok(())
    }
}

fn find_cell(place: f32, side: usize) -> usize {
    ((place * side as f32) as usize).min(side.saturating_sub(1))
}

impl Scene for Sites {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        self.frame += 1;
        self.mouse = mouse.map(|mouse| mouse.at);
        self.update_field()
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut picture = self.device.empty(size)?;
        if self.nearest.is_empty() {
            return Ok(picture); // nothing to show
        }
        self.device
            .kernel(&DRAW)?
            .call()
            .gather("nearest", &self.nearest)
            .gather("seeds", &self.seeds)
            .output("picture", &mut picture)
            .run()?;
        Ok(picture)
    }
}
