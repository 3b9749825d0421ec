//! The fluid as a scene: dye on a dark background, stirred by the mouse.

use super::{Conditions, Fields, Fluid, Jet};
use crate::{Mouse, Result, Scene, Stream};
use nalgebra::Vector4;

impl Scene for Fluid {
    /// Advances by a step. The mouse stirs the fluid; while it is pressed, it adds dye, whose colour depends on its
    /// position.
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        let jet = mouse
            .filter(|mouse| mouse.pressed || mouse.moved != [0.0; 2])
            .map(|mouse| self.mouse_jet(&mouse));
        self.run_step(jet)
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let mut result = self.device.empty(size)?;
        if !self.solid.is_empty() && !result.is_empty() {
            self.kernels
                .picture
                .call()
                .uniform(
                    "cells_per_pixel",
                    [self.size[0] as f32 / size[0] as f32, self.size[1] as f32 / size[1] as f32],
                )
                .gather("dye", self.dye.now())
                .gather("faces", &self.faces)
                .output("result", &mut result)
                .run()?;
        }
        Ok(result)
    }
}

impl Fluid {
    /// Converts a mouse to a jet: a twentieth of the picture wide, with the mouse's velocity, but at most four cells
    /// per step.
    fn mouse_jet(&self, mouse: &Mouse) -> Jet {
        let size = self.size.map(|cells| cells as f32);
        let flow = |axis: usize| (mouse.moved[axis] * size[axis]).clamp(-4.0, 4.0) / self.conditions.interval;
        let colour = if mouse.pressed { rainbow_colour(mouse.at[0] + mouse.at[1]) } else { Vector4::zeros() };
        Jet {
            place: [0, 1].map(|axis| mouse.at[axis] * size[axis]),
            radius: size[0].max(20.0) / 20.0,
            flow: [flow(0), flow(1)],
            colour,
        }
    }
}

/// Returns a colour of the rainbow; `turn` from 0 to 1 is the whole circle.
fn rainbow_colour(turn: f32) -> Vector4<f32> {
    Vector4::new(compute_channel(0.0, turn), compute_channel(1.0 / 3.0, turn), compute_channel(2.0 / 3.0, turn), 1.0)
}

fn compute_channel(shift: f32, turn: f32) -> f32 {
    0.5 + 0.5 * libm::cosf(std::f32::consts::TAU * (turn - shift))
}

impl Fields {
    /// Builds jets of dye from the left, from the right and from below, a round wall between them, and the
    /// conditions for them.
    pub fn jets(size: [usize; 2]) -> (Fields, Conditions) {
        let [columns, rows] = size.map(|cells| cells as f32);
        let mut state = Fields::still(size);
        for (i, solid) in state.solid.iter_mut().enumerate() {
            let x = (i % size[0]) as f32 + 0.5;
            let y = (i / size[0]) as f32 + 0.5;
            *solid = libm::hypotf(x - 0.5 * columns, y - 0.5 * rows) < 0.11 * columns.min(rows);
        }
        let jets = vec![
            build_jet([0.08, 0.53], 0.9, [1.0, 0.35, 0.05], [columns, rows]),
            build_jet([0.92, 0.47], -0.9, [0.05, 0.55, 1.0], [columns, rows]),
            build_jet([0.5, 0.9], 0.4, [0.95, 0.1, 0.6], [columns, rows]),
        ];
        (state, Conditions { confinement: 0.04 * columns, fade: 0.999, jets, ..Conditions::default() })
    }
}

fn build_jet([x, y]: [f32; 2], flow: f32, colour: [f32; 3], [columns, rows]: [f32; 2]) -> Jet {
    Jet {
        place: [x * columns, y * rows],
        radius: 0.07 * columns.min(rows),
        flow: [flow * columns, 0.0],
        colour: Vector4::new(colour[0], colour[1], colour[2], 1.0),
    }
}
