//! Fluid: stable fluids in two dimensions, with jets of dye, vorticity confinement and walls. Per step of s
//! sweeps, or of c cycles over k grids:
//!
#![doc = table!()]
//!
//! A step computes the forces on the fluid (`fluid_force`), advects the velocities along themselves (`fluid`),
//! removes the divergence with a pressure (`fluid_divergence`, `fluid_pressure` and its variants,
//! `fluid_project`), and advects the dye (`fluid_dye`).
//!
//! Velocities are on the faces between cells, pressures in the cells' centres (Harlow and Welch's grid), four
//! cells per element: so the pressure removes the divergence of every cell, and a wall is a face that lets
//! nothing through. Lengths are in cells.
//!
//! Sources: Stam, Stable Fluids, SIGGRAPH 1999; Harris, Fast Fluid Dynamics Simulation on the GPU, GPU Gems
//! chapter 38, 2004; Harlow and Welch, Physics of Fluids 8, 1965; Fedkiw, Stam and Jensen, Visual Simulation
//! of Smoke, SIGGRAPH 2001 (confinement); Goodnight et al. 2003 (multigrid).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::fluid::{self, Conditions, Fields, Fluid, Jet, Plain, Pressure};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let still = Fields::still([8, 6]);
//! let conditions = Conditions { pressure: Pressure::Jacobi { sweeps: 4 }, ..Conditions::default() };
//! assert_eq!(fluid::reference(&still, &conditions, 1)?, still); // a fluid at rest stays at rest
//! assert_eq!(fluid::fragment(&fragment, &still, &conditions, 1)?, still);
//! assert_eq!(fluid::compute(&compute, &still, &conditions, 1)?, still);
//! assert_eq!(fluid::fragment_2005(&fragment, &still, &conditions, 1)?, still);
//! assert_eq!(fluid::fragment_multigrid(&fragment, &still, &conditions, 1)?, still);
//! assert_eq!(fluid::compute_multigrid(&compute, &still, &conditions, 1)?, still);
//!
//! let (start, conditions) = Fields::jets([24, 16]);
//! let jets: &[Jet] = &conditions.jets;
//! assert!(jets.len() <= Conditions::JETS);
//! let mut fluid = Fluid::new(&compute, &start, conditions.clone())?;
//! fluid.steps(1)?;
//! assert_ne!(fluid.read()?, start);
//! let [_before, after] = fluid.divergence()?;
//! assert!(after.is_finite());
//! fluid.restart(&start)?;
//! assert_eq!(fluid.read()?, start);
//!
//! let mut plain = Plain::new(&start, conditions)?; // the same on the host
//! plain.steps(1);
//! assert_ne!(plain.state, start);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod conditions;
mod fields;
mod of_2005;
mod pressure;
mod reference;
mod reference_pressure;
mod scene;
mod trial;
mod walls;

use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, kernel_pair};
use nalgebra::{Vector2, Vector4};

use conditions::JetMatrices;
pub use conditions::{Conditions, Jet, Pressure};
pub use fields::Fields;
pub use of_2005::fragment_2005;
use pressure::PressureSolver;
pub use reference::{Plain, reference};
use trial::trial;
use walls::Walls;

rungs! {
    "stable fluids with jets of dye and walls, 2 steps", 96 * 96, trial;
    fragment: "pressure by 10 sweeps of Jacobi's iteration", "5 + s passes", "Harris, GPU Gems, chapter 38",
        by |device, workload| trial(device, workload, trial::JACOBI);
    fragment_multigrid: "pressure by a cycle over coarser grids", "5 + c (6 (k - 1) + 1) passes", "Goodnight et al. 2003",
        by |device, workload| trial(device, workload, MULTIGRID);
    fragment_2005: "cells of floats, faces by masks; pressure by 10 sweeps of Jacobi's iteration", "8 + s passes",
        "Harris, GPU Gems, chapter 38, 2004", on "radeon-9700", by of_2005::trial;
    compute: "pressure by 10 sweeps of Jacobi's iteration", "5 + s dispatches", "the same lines",
        by |device, workload| trial(device, workload, trial::JACOBI);
    compute_multigrid: "pressure by a cycle over coarser grids", "5 + c (6 (k - 1) + 1) dispatches", "Goodnight et al. 2003",
        by |device, workload| trial(device, workload, MULTIGRID);
}

const VELOCITY: KernelSource = kernel_pair!("simulations/fluid");
const FORCE: KernelSource = kernel_pair!("simulations/fluid_force");
const DIVERGENCE: KernelSource = kernel_pair!("simulations/fluid_divergence");
const PROJECT: KernelSource = kernel_pair!("simulations/fluid_project");
const DYE: KernelSource = kernel_pair!("simulations/fluid_dye");
const PICTURE: KernelSource = kernel_pair!("simulations/fluid_picture");

const MULTIGRID: Pressure = Pressure::Multigrid { cycles: 1 };

/// Returns the fluid after `steps` steps, in the device's era.
///
/// ```
/// use gristmill::algorithms::fluid::{Conditions, Fields, fluid};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let still = Fields::still([20, 10]);
/// assert_eq!(fluid(&device, &still, &Conditions::default(), 3)?, still); // a fluid at rest stays at rest
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`Fluid::new`].
pub fn fluid(device: &Device, start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    let mut fluid = Fluid::new(device, start, conditions.clone())?;
    fluid.steps(steps)?;
    fluid.read()
}

/// Runs in the fragment era: a pass per step of the method, with a fragment per cell or block of four.
///
/// # Errors
/// As [`Fluid::new`].
pub fn fragment(device: &Device, start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    fluid(&device.with_era(Era::Fragment)?, start, conditions, steps)
}

/// Runs the same, but solves the pressure by a cycle over coarser and coarser grids, whatever `conditions.pressure` is.
///
/// # Errors
/// As [`Fluid::new`].
pub fn fragment_multigrid(device: &Device, start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    fragment(device, start, &Conditions { pressure: MULTIGRID, ..conditions.clone() }, steps)
}

/// Runs the same in the compute era, in dispatches.
///
/// # Errors
/// As [`Fluid::new`].
pub fn compute(device: &Device, start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    fluid(&device.with_era(Era::Compute)?, start, conditions, steps)
}

/// Runs the same, but solves the pressure by a cycle over coarser and coarser grids, whatever `conditions.pressure` is.
///
/// # Errors
/// As [`Fluid::new`].
pub fn compute_multigrid(device: &Device, start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    compute(device, start, &Conditions { pressure: MULTIGRID, ..conditions.clone() }, steps)
}

/// A fluid on a device.
#[derive(Debug)]
pub struct Fluid {
    device: Device,
    kernels: StepKernels,
    conditions: Conditions,
    walls: Walls,
    solid: Vec<bool>,
    size: [usize; 2],
    /// A word for each cell: how far each of its faces is open.
    faces: Stream<u32>,
    velocity: PingPong<Vector2<f32>>,
    dye: PingPong<Vector4<f32>>,
    force: Stream<Vector2<f32>>,
    solver: PressureSolver,
}

#[derive(Debug)]
struct StepKernels {
    velocity: Kernel,
    force: Kernel,
    divergence: Kernel,
    project: Kernel,
    dye: Kernel,
    picture: Kernel,
}

impl Fluid {
    /// Uploads a fluid in the device's era. Velocities across walls are set to 0.
    ///
    /// # Errors
    /// [`crate::Error::Data`] if an array of the state does not have an element per cell or has a number that is
    /// not finite, or if a step would be unstable under the conditions (the message has the limit);
    /// [`crate::Error::Limit`] if the fluid does not fit the device.
    pub fn new(device: &Device, start: &Fields, conditions: Conditions) -> Result<Fluid> {
        start.check_values()?;
        conditions.check_values()?;
        let size = start.size;
        let walls = Walls::new(size, &start.solid);
        let kernels = StepKernels {
            // A constant, so that a fluid without viscosity does not pay for it.
            velocity: device.kernel(&VELOCITY.define("VISCOSITY", format!("{:?}", conditions.viscosity)))?,
            force: device.kernel(&FORCE)?,
            divergence: device.kernel(&DIVERGENCE)?,
            project: device.kernel(&PROJECT)?,
            dye: device.kernel(&DYE)?,
            picture: device.kernel(&PICTURE)?,
        };
        let faces = device.stream_of(size, &walls.pack_cells())?;
        let velocity = device.stream_of(size, &walls.stop_at_walls(&start.velocity))?;
        let velocity = PingPong::new(velocity, device.empty(size)?);
        let dye = PingPong::new(device.stream_of(size, &start.dye)?, device.empty(size)?);
        let solver = PressureSolver::new(device, &walls, conditions.pressure)?;
        let solid = start.solid.clone();
        let force = device.empty(size)?;
        let device = device.clone();
        Ok(Fluid { device, kernels, conditions, walls, solid, size, faces, velocity, dye, force, solver })
    }

    /// Advances the fluid by `steps` steps.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] if the driver fails.
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        (0..steps).try_for_each(|_| self.run_step(None))
    }

    // ANCHOR: step
    /// Advances the fluid by one step, with an additional jet at the mouse.
    fn run_step(&mut self, mouse: Option<Jet>) -> Result<()> {
        if self.solid.is_empty() {
            return Ok(());
        }
        let Fluid { kernels, conditions, faces, velocity, dye, force, solver, .. } = self;
        let jets = JetMatrices::new(conditions, mouse);
        kernels
            .force
            .call()
            .uniform("confinement", conditions.confinement)
            .uniform("rate", 1.0 / conditions.interval)
            .uniform("places", jets.places)
            .uniform("flows", jets.flows)
            .gather("velocity", velocity.now())
            .output("result", force)
            .run()?;
        velocity.step(|now, next| {
            kernels
                .velocity
                .call()
                .uniform("interval", conditions.interval)
                .gather("velocity", now)
                .gather("force", force)
                .gather("faces", faces)
                .output("result", next)
                .run()
        })?;
        kernels
            .divergence
            .call()
            .gather("velocity", velocity.now())
            .output("result", solver.finest_divergence())
            .run()?;
        solver.solve_pressure(conditions.pressure)?;
        velocity.step(|now, next| {
            kernels
                .project
                .call()
                .gather("velocity", now)
                .gather("pressure", solver.finest_pressure())
                .gather("faces", faces)
                .output("result", next)
                .run()
        })?;
        dye.step(|now, next| {
            kernels
                .dye
                .call()
                .uniform("interval", conditions.interval)
                .uniform("fade", conditions.fade)
                .uniform("places", jets.places)
                .uniform("colours", jets.colours)
                .gather("velocity", velocity.now())
                .gather("dye", now)
                .output("result", next)
                .run()
        })
    }
    // ANCHOR_END: step
}
