//! Parameters of a cloth, and its constraints in batches.

use super::HostParticles;
use crate::{Error, Result};
use nalgebra::{Vector3, Vector4};

/// Parameters of a cloth and its surroundings.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fabric {
    /// Metres between neighbours.
    pub spacing: f32,
    /// Compliance, in metres per newton, of the threads between neighbours, of those across the squares, and of
    /// those against bending; 0 is stiff, infinity omits them.
    pub compliance: [f32; 3],
    /// Acceleration in metres per second².
    pub gravity: Vector3<f32>,
    /// Seconds per step.
    pub interval: f32,
    /// Centre and radius of a ball that the cloth may fall on.
    pub ball: Vector4<f32>,
    /// Height of the ground.
    pub ground: f32,
    /// Coefficient of friction.
    pub friction: f32,
}

impl Default for Fabric {
    /// A light cloth over a ball on the ground, ten steps in a thirtieth of a second.
    fn default() -> Fabric {
        Fabric {
            spacing: 0.02,
            compliance: [0.0, 1e-4, 1e-2],
            gravity: Vector3::new(0.0, -9.81, 0.0),
            interval: 1.0 / 300.0,
            ball: Vector4::new(0.0, 0.45, 0.0, 0.4),
            ground: 0.0,
            friction: 0.4,
        }
    }
}

// ANCHOR: batch
/// Constraints of which no two share a particle: those of one span and one of two colours.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Batch {
    /// Columns and rows from the first particle to the second.
    pub span: [i32; 2],
    /// 0 or 1: along the span, particles form runs as long as it; every other run has the same colour.
    pub colour: i32,
    /// Distance that the particles should have, in metres.
    pub rest: f32,
    /// Compliance over the square of the interval; it is added to the inverse masses of the particles.
    pub softness: f32,
}
// ANCHOR_END: batch

// ANCHOR: batches
impl Fabric {
    /// Returns all batches in the order in which a step solves them: twelve, or four fewer for each infinite
    /// compliance.
    pub fn batches(&self) -> Vec<Batch> {
        let spans = [([1, 0], 0), ([0, 1], 0), ([1, 1], 1), ([1, -1], 1), ([2, 0], 2), ([0, 2], 2)];
        let kept = spans.into_iter().filter(|(_, kind)| self.compliance[*kind].is_finite());
        kept.flat_map(|kept| [0, 1].map(|colour| build_batch(kept, colour, self)))
            .collect()
    }
    // ANCHOR_END: batches

    /// Builds a flat cloth at rest, `columns` particles wide and `rows` long; each weighs two grams.
    pub fn flat(&self, columns: usize, rows: usize, height: f32) -> HostParticles {
        let position: Vec<_> = (0..columns * rows)
            .map(|i: usize| {
                let [x, z] = [(i % columns) as f32 - find_middle(columns), (i / columns) as f32 - find_middle(rows)];
                Vector4::new(x * self.spacing, height, z * self.spacing, 500.0)
            })
            .collect();
        HostParticles { velocity: vec![Vector4::zeros(); position.len()], position }
    }

    /// Checks that the parameters are valid, and that no particle falls further than its spacing in a step.
    pub(super) fn check_values(&self) -> Result<()> {
        let Fabric { spacing, interval, .. } = *self;
        let fall = self.gravity.norm() * interval * interval;
        if !(interval > 0.0 && interval.is_finite()) {
            return Err(Error::data(format!("a step of {interval} seconds is not valid; give one above 0")));
        }
        if !(spacing > 0.0 && spacing.is_finite()) || self.compliance.iter().any(|soft| soft.is_nan() || *soft < 0.0) {
            return Err(Error::data(format!(
                "a cloth of {spacing} m spacing and compliances {:?} is none; give a spacing above 0, and compliances from 0 on",
                self.compliance
            )));
        }
        if fall <= spacing {
            return Ok(());
        }
        let most = ((spacing / self.gravity.norm()).sqrt() * 1e4).floor() / 1e4;
        Err(Error::data(format!(
            "steps of {interval} s make the cloth unstable: gravity moves a particle by {fall:.4} m more in each, and \
             its neighbours are {spacing} m away; use steps of {most:.4} s at most"
        )))
    }
}

fn find_middle(count: usize) -> f32 {
    (count.max(1) - 1) as f32 / 2.0
}

fn build_batch((span, kind): ([i32; 2], usize), colour: i32, fabric: &Fabric) -> Batch {
    Batch {
        span,
        colour,
        rest: fabric.spacing * libm::hypotf(span[0] as f32, span[1] as f32),
        softness: fabric.compliance[kind] / (fabric.interval * fabric.interval),
    }
}
