//! Fluid: stable fluids in two dimensions, with jets of dye, vorticity confinement and walls.
//!
//! | era | rung | the pressure comes by | passes or dispatches a step |
//! |---|---|---|---|
//! | fragment | `fragment` | Jacobi's iteration, s sweeps | 5 + s |
//! | fragment | `fragment_multigrid` | c cycles over k grids | 5 + c (6 (k - 1) + 1) |
//! | compute | `compute` | Jacobi's iteration, s sweeps | 5 + s |
//! | compute | `compute_multigrid` | c cycles over k grids | 5 + c (6 (k - 1) + 1) |
//!
//! A step finds what pushes the fluid (`fluid_force`), carries the velocities along themselves (`fluid`), takes away by a pressure what would
//! make the fluid denser (`fluid_divergence`, `fluid_pressure` and its kin, `fluid_project`), and carries the dye (`fluid_dye`).
//!
//! Velocities lie on the faces between cells, pressures in their middles (Harlow and Welch's grid), four cells to an element: then the
//! pressure takes away the divergence of every cell, and a wall is a face that lets nothing through. Lengths are in cells.
//!
//! Sources: Stam, Stable Fluids, SIGGRAPH 1999; Harris, Fast Fluid Dynamics Simulation on the GPU, GPU Gems chapter 38, 2004; Harlow and
//! Welch, Physics of Fluids 8, 1965; Fedkiw, Stam and Jensen, Visual Simulation of Smoke, SIGGRAPH 2001 (confinement); Goodnight et al. 2003
//! (multigrid).

mod pressure;
mod reference;
mod row;
mod scene;
mod setting;
mod walls;

pub use reference::{Plain, reference};
pub(in crate::algorithms) use row::ROW;
pub use setting::{Jet, Pressure, Setting, State};

use crate::{Device, Era, Kernel, KernelSource, PingPong, Result, Stream, kernel_pair};
use nalgebra::{Matrix4, Vector2, Vector4};
use pressure::Solver;
use walls::Walls;

const VELOCITY: KernelSource = kernel_pair!("simulations/fluid");
const FORCE: KernelSource = kernel_pair!("simulations/fluid_force");
const DIVERGENCE: KernelSource = kernel_pair!("simulations/fluid_divergence");
const PROJECT: KernelSource = kernel_pair!("simulations/fluid_project");
const DYE: KernelSource = kernel_pair!("simulations/fluid_dye");
const PICTURE: KernelSource = kernel_pair!("simulations/fluid_picture");
const BLOCKS: &str = include_str!("../../../kernel_includes/fluid.glsl");

/// A kernel that may include `fluid.glsl`.
fn kernel(device: &Device, source: &KernelSource) -> Result<Kernel> {
    device.kernel(&source.clone().include("fluid.glsl", BLOCKS))
}

/// The fluid after so many steps, in the device's era.
///
/// ```
/// use gristmill::algorithms::fluid::{Setting, State, fluid};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let still = State::still([20, 10]);
/// assert_eq!(fluid(&device, &still, &Setting::default(), 3)?, still); // a fluid at rest stays at rest
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`Fluid::new`].
pub fn fluid(device: &Device, start: &State, setting: &Setting, steps: usize) -> Result<State> {
    let mut fluid = Fluid::new(device, start, setting.clone())?;
    fluid.steps(steps)?;
    fluid.read()
}

/// The fragment era: a pass a step of the method, of one fragment a cell or a block of four.
///
/// # Errors
/// As [`Fluid::new`].
pub fn fragment(device: &Device, start: &State, setting: &Setting, steps: usize) -> Result<State> {
    fluid(&device.with_era(Era::Fragment)?, start, setting, steps)
}

/// The compute era: the same in dispatches.
///
/// # Errors
/// As [`Fluid::new`].
pub fn compute(device: &Device, start: &State, setting: &Setting, steps: usize) -> Result<State> {
    fluid(&device.with_era(Era::Compute)?, start, setting, steps)
}

/// A fluid on a device.
pub struct Fluid {
    device: Device,
    kernels: Kernels,
    setting: Setting,
    walls: Walls,
    solid: Vec<bool>,
    size: [usize; 2],
    /// A word for each cell: how far its faces are open.
    faces: Stream<u32>,
    velocity: PingPong<Vector2<f32>>,
    dye: PingPong<Vector4<f32>>,
    force: Stream<Vector2<f32>>,
    solver: Solver,
}

struct Kernels {
    velocity: Kernel,
    force: Kernel,
    divergence: Kernel,
    project: Kernel,
    dye: Kernel,
    picture: Kernel,
}

impl Fluid {
    /// A fluid that starts so, in the device's era. Velocities across walls count as 0.
    ///
    /// # Errors
    /// [`crate::Error::Data`] where the state's arrays do not have an element a cell, or one is no number, and for a setting with which a step
    /// would blow up, with the limit; [`crate::Error::Limit`] where it does not fit the machine.
    pub fn new(device: &Device, start: &State, setting: Setting) -> Result<Fluid> {
        start.check()?;
        setting.check()?;
        let size = start.size;
        let walls = Walls::new(size, &start.solid);
        let kernels = Kernels {
            // A constant, so that a fluid without viscosity does not pay for it.
            velocity: kernel(device, &VELOCITY.define("VISCOSITY", format!("{:?}", setting.viscosity)))?,
            force: kernel(device, &FORCE)?,
            divergence: device.kernel(&DIVERGENCE)?,
            project: kernel(device, &PROJECT)?,
            dye: kernel(device, &DYE)?,
            picture: device.kernel(&PICTURE)?,
        };
        let faces = device.stream_of(size, &walls.words())?;
        let velocity = device.stream_of(size, &walls.stop(&start.velocity))?;
        let velocity = PingPong::new(velocity, device.empty(size)?);
        let dye = PingPong::new(device.stream_of(size, &start.dye)?, device.empty(size)?);
        let solver = Solver::new(device, &walls, setting.pressure)?;
        let (solid, force, device) = (start.solid.clone(), device.empty(size)?, device.clone());
        Ok(Fluid { device, kernels, setting, walls, solid, size, faces, velocity, dye, force, solver })
    }

    /// So many steps.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] where the driver fails.
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        (0..steps).try_for_each(|_| self.step(None))
    }

    // ANCHOR: step
    /// One step, with one more jet if there is a hand.
    fn step(&mut self, hand: Option<Jet>) -> Result<()> {
        if self.solid.is_empty() {
            return Ok(());
        }
        let Fluid { kernels, setting, faces, velocity, dye, force, solver, .. } = self;
        let jets = Jets::new(setting, hand);

        let call = kernels.force.call().uniform("confinement", setting.confinement);
        let call = call.uniform("rate", 1.0 / setting.interval);
        let call = call.uniform("places", jets.places).uniform("flows", jets.flows);
        call.gather("velocity", velocity.now()).output("result", force).run()?;

        velocity.step(|now, next| {
            let call = kernels.velocity.call().uniform("interval", setting.interval);
            let call = call.gather("velocity", now);
            call.gather("force", force).gather("faces", faces).output("result", next).run()
        })?;

        let call = kernels.divergence.call().gather("velocity", velocity.now());
        call.output("result", solver.divergence()).run()?;
        solver.solve(setting.pressure)?;
        velocity.step(|now, next| {
            let call = kernels
                .project
                .call()
                .gather("velocity", now)
                .gather("pressure", solver.pressure());
            call.gather("faces", faces).output("result", next).run()
        })?;

        dye.step(|now, next| {
            let call = kernels
                .dye
                .call()
                .uniform("interval", setting.interval)
                .uniform("fade", setting.fade);
            let call = call.uniform("places", jets.places).uniform("colours", jets.colours);
            call.gather("velocity", velocity.now())
                .gather("dye", now)
                .output("result", next)
                .run()
        })
    }
    // ANCHOR_END: step

    /// The fluid on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        let (velocity, dye) = (self.velocity.now().read()?, self.dye.now().read()?);
        Ok(State { size: self.size, velocity, dye, solid: self.solid.clone() })
    }

    /// Starts anew with these velocities and this dye, between the walls that there are.
    ///
    /// # Errors
    /// As [`Fluid::new`].
    pub fn restart(&mut self, start: &State) -> Result<()> {
        start.check()?;
        self.velocity.step(|_, next| next.write(&self.walls.stop(&start.velocity)))?;
        self.dye.step(|_, next| next.write(&start.dye))?;
        self.solver.forget()
    }

    /// The largest divergence of a cell before the last step's pressure was found, and now.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn divergence(&mut self) -> Result<[f32; 2]> {
        let largest = |blocks: &Stream<[f32; 4]>| {
            let blocks = blocks.read()?;
            Ok::<_, crate::Error>(
                blocks
                    .as_flattened()
                    .iter()
                    .fold(0.0_f32, |largest, cell| largest.max(cell.abs())),
            )
        };
        let before = self.solver.divergence();
        let mut now = self.device.empty(before.shape())?;
        if !now.is_empty() {
            let call = self.kernels.divergence.call().gather("velocity", self.velocity.now());
            call.output("result", &mut now).run()?;
        }
        Ok([largest(before)?, largest(&now)?])
    }
}

/// Jets as the kernels take them: columns of matrices.
struct Jets {
    places: Matrix4<f32>,
    flows: Matrix4<f32>,
    colours: Matrix4<f32>,
}

impl Jets {
    fn new(setting: &Setting, hand: Option<Jet>) -> Jets {
        // Far away where there are fewer than four.
        let places = Matrix4::from_fn(|row, _| if row < 2 { -1e6 } else { 1.0 });
        let mut all = Jets { places, flows: Matrix4::zeros(), colours: Matrix4::zeros() };
        for (column, jet) in setting.jets.iter().copied().chain(hand).take(4).enumerate() {
            all.places
                .set_column(column, &Vector4::new(jet.place[0], jet.place[1], jet.radius, 0.0));
            all.flows.set_column(column, &Vector4::new(jet.flow[0], jet.flow[1], 0.0, 0.0));
            all.colours.set_column(column, &jet.colour);
        }
        all
    }
}
