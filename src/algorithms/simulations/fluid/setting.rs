//! What drives a fluid, and what it is on the host; and what is refused.

use crate::{Error, Result};
use nalgebra::{Vector2, Vector4};

/// A round place where fluid is driven and dyed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jet {
    /// Its middle, in cells from the left and from the top.
    pub place: [f32; 2],
    /// In cells.
    pub radius: f32,
    /// The velocity that it gives the fluid in its middle, cells a unit of time.
    pub flow: [f32; 2],
    /// The dye that it gives.
    pub colour: Vector4<f32>,
}

/// How the pressure is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressure {
    /// Sweeps of Jacobi's iteration.
    Jacobi {
        /// So many in a step.
        sweeps: usize,
    },
    /// Cycles over coarser and coarser grids.
    Multigrid {
        /// So many in a step.
        cycles: usize,
    },
}

/// What a fluid is like, and what drives it.
#[derive(Debug, Clone, PartialEq)]
pub struct Setting {
    /// Time of a step.
    pub interval: f32,
    /// Squared cells in a unit of time; with the interval at most 1/4.
    pub viscosity: f32,
    /// How much eddies are kept up, cells a unit of time; with the interval at most 1/2.
    pub confinement: f32,
    /// What is left of dye after a step, 0 to 1.
    pub fade: f32,
    /// How the pressure is found.
    pub pressure: Pressure,
    /// At most [`Setting::JETS`].
    pub jets: Vec<Jet>,
}

impl Default for Setting {
    /// 60 steps in a unit of time, nothing sticks, nothing drives, nothing fades, a cycle a step.
    fn default() -> Setting {
        let pressure = Pressure::Multigrid { cycles: 1 };
        Setting { interval: 1.0 / 60.0, viscosity: 0.0, confinement: 0.0, fade: 1.0, pressure, jets: Vec::new() }
    }
}

impl Setting {
    /// Jets at most: with the hand they are four, the columns of a matrix.
    pub const JETS: usize = 3;

    /// A setting with which no step blows up.
    pub(super) fn check(&self) -> Result<()> {
        let Setting { interval, viscosity, confinement, fade, jets, .. } = self;
        let wrong = |sentence: String| Err(Error::data(sentence));
        if !(interval.is_finite() && *interval > 0.0) {
            return wrong(format!("an interval of {interval} is no step in time; give one above 0"));
        }
        let stiff = [("viscosity", *viscosity, 0.25), ("confinement", *confinement, 0.5)];
        for (name, value, most) in stiff {
            if !(value >= 0.0 && value * interval <= most) {
                return wrong(format!(
                    "a {name} of {value} with an interval of {interval} blows up, for their product is not from 0 to {most}; \
                     take an interval of at most {}",
                    most / value
                ));
            }
        }
        if !(0.0..=1.0).contains(fade) {
            return wrong(format!("dye fades to {fade} of itself in a step; give 0 to 1"));
        }
        if jets.len() > Setting::JETS {
            return wrong(format!("{} jets given, a fluid has at most {}", jets.len(), Setting::JETS));
        }
        for (number, Jet { place, radius, flow, colour }) in jets.iter().enumerate() {
            let numbers = place.iter().chain(flow).chain(colour.iter()).chain([radius]);
            if numbers.clone().any(|number| !number.is_finite()) || *radius <= 0.0 {
                return wrong(format!(
                    "jet {number} (from 0) has a number that is not finite, or no radius: {numbers:?}"
                ));
            }
        }
        Ok(())
    }
}

/// A fluid on the host.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// Columns and rows.
    pub size: [usize; 2],
    /// By cell: across its left face to the right, across its upper face downwards, cells a unit of time.
    pub velocity: Vec<Vector2<f32>>,
    /// By cell; lanes of 0 to 1 are colours.
    pub dye: Vec<Vector4<f32>>,
    /// By cell, whether it is a wall.
    pub solid: Vec<bool>,
}

impl State {
    /// Nothing moves, nothing is dyed, nothing is in the way.
    pub fn still(size: [usize; 2]) -> State {
        let cells = size[0] * size[1];
        State {
            size,
            velocity: vec![Vector2::zeros(); cells],
            dye: vec![Vector4::zeros(); cells],
            solid: vec![false; cells],
        }
    }

    pub(super) fn check(&self) -> Result<()> {
        let [columns, rows] = self.size;
        let counts = [("velocity", self.velocity.len()), ("dye", self.dye.len()), ("solid", self.solid.len())];
        if let Some((name, count)) = counts.iter().find(|(_, count)| *count != columns * rows) {
            let cells = columns * rows;
            return Err(Error::data(format!("{name} has {count} elements, {columns}x{rows} cells need {cells}")));
        }
        let finite = |lanes: &[f32]| lanes.iter().all(|lane| lane.is_finite());
        for i in 0..columns * rows {
            if !finite(self.velocity[i].as_slice()) || !finite(self.dye[i].as_slice()) {
                let (x, y) = (i % columns, i / columns);
                return Err(Error::data(format!("the fluid of cell ({x}, {y}) is not finite; give numbers")));
            }
        }
        Ok(())
    }
}
