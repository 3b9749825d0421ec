//! Conditions of a fluid, and their checks.

use crate::{Error, Result};
use nalgebra::{Matrix4, Vector4};

/// A disk in which fluid is driven and dyed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Jet {
    /// Centre, in cells from the left and from the top.
    pub place: [f32; 2],
    /// Radius in cells.
    pub radius: f32,
    /// Velocity of the fluid at the centre, in cells per unit of time.
    pub flow: [f32; 2],
    /// Dye that the jet adds.
    pub colour: Vector4<f32>,
}

/// Method for the pressure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pressure {
    /// Sweeps of Jacobi's iteration.
    Jacobi {
        /// Sweeps per step.
        sweeps: usize,
    },
    /// Cycles over coarser and coarser grids.
    Multigrid {
        /// Cycles per step.
        cycles: usize,
    },
}

/// Properties of a fluid, and the jets that drive it.
#[derive(Debug, Clone, PartialEq)]
pub struct Conditions {
    /// Time per step.
    pub interval: f32,
    /// Squared cells per unit of time; its product with the interval is at most 1/4.
    pub viscosity: f32,
    /// Strength of the vorticity confinement, in cells per unit of time; its product with the interval is at most 1/2.
    pub confinement: f32,
    /// Share of the dye that is left after a step, 0 to 1.
    pub fade: f32,
    /// Method for the pressure.
    pub pressure: Pressure,
    /// Jets, at most [`Conditions::JETS`].
    pub jets: Vec<Jet>,
}

impl Default for Conditions {
    /// 60 steps per unit of time, no viscosity, no jets, no fading, one multigrid cycle per step.
    fn default() -> Conditions {
        let pressure = Pressure::Multigrid { cycles: 1 };
        Conditions { interval: 1.0 / 60.0, viscosity: 0.0, confinement: 0.0, fade: 1.0, pressure, jets: Vec::new() }
    }
}

impl Conditions {
    /// Maximum count of jets: with the mouse's they are four, the columns of a matrix.
    pub const JETS: usize = 3;

    /// Checks that no step is unstable under these conditions.
    pub(super) fn check_values(&self) -> Result<()> {
        let Conditions { interval, viscosity, confinement, fade, jets, .. } = self;
        if !(interval.is_finite() && *interval > 0.0) {
            return Err(Error::data(format!("an interval of {interval} is not valid; give one above 0")));
        }
        let stiff = [("viscosity", *viscosity, 0.25), ("confinement", *confinement, 0.5)];
        for (name, value, most) in stiff {
            if !(value >= 0.0 && value * interval <= most) {
                return Err(Error::data(format!(
                    "a {name} of {value} with an interval of {interval} is unstable, because their product is not from \
                     0 to {most}; use an interval of at most {}",
                    most / value
                )));
            }
        }
        if !(0.0..=1.0).contains(fade) {
            return Err(Error::data(format!("dye fades to {fade} of itself in a step; give 0 to 1")));
        }
        if jets.len() > Conditions::JETS {
            return Err(Error::data(format!("{} jets given, a fluid has at most {}", jets.len(), Conditions::JETS)));
        }
        for (number, Jet { place, radius, flow, colour }) in jets.iter().enumerate() {
            let numbers = place.iter().chain(flow).chain(colour.iter()).chain([radius]);
            if numbers.clone().any(|number| !number.is_finite()) || *radius <= 0.0 {
                return Err(Error::data(format!(
                    "jet {number} (from 0) has a number that is not finite, or no radius: {numbers:?}"
                )));
            }
        }
        Ok(())
    }
}

/// Jets in the format of the kernels: columns of matrices.
pub(super) struct JetMatrices {
    pub places: Matrix4<f32>,
    pub flows: Matrix4<f32>,
    pub colours: Matrix4<f32>,
}

impl JetMatrices {
    pub fn new(conditions: &Conditions, mouse: Option<Jet>) -> JetMatrices {
        // Missing jets are placed far away.
        let places = Matrix4::from_fn(|row, _| if row < 2 { -1e6 } else { 1.0 });
        let mut all = JetMatrices { places, flows: Matrix4::zeros(), colours: Matrix4::zeros() };
        for (column, jet) in conditions.jets.iter().copied().chain(mouse).take(4).enumerate() {
            all.places
                .set_column(column, &Vector4::new(jet.place[0], jet.place[1], jet.radius, 0.0));
            all.flows.set_column(column, &Vector4::new(jet.flow[0], jet.flow[1], 0.0, 0.0));
            all.colours.set_column(column, &jet.colour);
        }
        all
    }
}
