//! The fluid on cards without integers: float masks instead of bits, and pressures per cell.

use super::conditions::JetMatrices;
use super::pressure::DAMPED_WEIGHT;
use super::trial::{JACOBI, STEPS, build_inputs, compare_fields, error_bound};
use super::walls::Walls;
use super::{Conditions, Fields, Pressure, reference};
use crate::algorithms::{Trial, Workload};
use crate::{Device, Era, Error, Kernel, KernelSource, PingPong, Result, Stream, fragment_kernel};
use nalgebra::{Matrix4, Vector2, Vector4};

const CURL: KernelSource = fragment_kernel!("simulations/fluid_curl_2005");
const FORCE: KernelSource = fragment_kernel!("simulations/fluid_force_2005");
const SPREAD: KernelSource = fragment_kernel!("simulations/fluid_spread_2005");
const CARRY: KernelSource = fragment_kernel!("simulations/fluid_2005");
const PUSH: KernelSource = fragment_kernel!("simulations/fluid_push_2005");
const DIVERGENCE: KernelSource = fragment_kernel!("simulations/fluid_divergence_2005");
const PRESSURE: KernelSource = fragment_kernel!("simulations/fluid_pressure_2005");
const PROJECT: KernelSource = fragment_kernel!("simulations/fluid_project_2005");
const DYE: KernelSource = fragment_kernel!("simulations/fluid_dye_2005");

/// Runs the same fluid by kernels of GLSL 1.10, for any card that computes in floats: a pass per
/// step of the method, with a fragment per cell, and the pressure by sweeps of Jacobi's iteration.
///
/// # Errors
/// As [`super::Fluid::new`]; [`Error::Data`] if the conditions select multigrid.
pub fn fragment_2005(device: &Device, start: &Fields, conditions: &Conditions, steps: usize) -> Result<Fields> {
    let mut fluid = FloatFluid::new(&device.with_era(Era::Fragment)?, start, conditions)?;
    for _ in 0..if start.solid.is_empty() { 0 } else { steps } {
        fluid.run_step()?;
    }
    let velocity = fluid.velocity.now().read()?;
    let dye = fluid.dye.now().read()?;
    Ok(Fields { size: start.size, velocity, dye, solid: start.solid.clone() })
}

struct FloatFluid {
    kernels: FloatFluidKernels,
    conditions: Conditions,
    sweeps: usize,
    places: Matrix4<f32>,
    jets: JetMatrices,
    faces: Stream<Vector4<f32>>,
    velocity: PingPong<Vector2<f32>>,
    dye: PingPong<Vector4<f32>>,
    pressure: PingPong<f32>,
    curl: Stream<f32>,
    divergence: Stream<f32>,
    force: Stream<Vector2<f32>>,
    /// One column and one row more than the others: there are faces after the last cells too.
    spread: Stream<Vector2<f32>>,
}

struct FloatFluidKernels {
    curl: Kernel,
    force: Kernel,
    spread: Kernel,
    carry: Kernel,
    push: Kernel,
    divergence: Kernel,
    pressure: Kernel,
    project: Kernel,
    dye: Kernel,
}

impl FloatFluid {
    fn new(device: &Device, start: &Fields, conditions: &Conditions) -> Result<FloatFluid> {
        start.check_values()?;
        conditions.check_values()?;
        let Pressure::Jacobi { sweeps } = conditions.pressure else {
            return Err(Error::data(
                "the rung of 2005 does not support Pressure::Multigrid; give it Pressure::Jacobi (see the chapter on \
                 fluid)",
            ));
        };
        let kernels = FloatFluidKernels {
            curl: device.kernel(&CURL)?,
            force: device.kernel(&FORCE)?,
            spread: device.kernel(&SPREAD)?,
            carry: device.kernel(&CARRY)?,
            push: device.kernel(&PUSH)?,
            divergence: device.kernel(&DIVERGENCE)?,
            pressure: device.kernel(&PRESSURE)?,
            project: device.kernel(&PROJECT)?,
            dye: device.kernel(&DYE)?,
        };
        let jets = JetMatrices::new(conditions, None);
        // A kernel would divide by the squared radius of four jets in every cell.
        let places = Matrix4::from_fn(|row, jet| match row {
            2 => jets.places[(2, jet)].powi(-2),
            _ => jets.places[(row, jet)],
        });
        let size = start.size;
        let walls = Walls::new(start.size, &start.solid);
        let velocity = device.stream_of(size, &walls.stop_at_walls(&start.velocity))?;
        Ok(FloatFluid {
            kernels,
            conditions: conditions.clone(),
            sweeps,
            places,
            jets,
            faces: device.stream_of(size, &face_masks(&walls))?,
            velocity: PingPong::new(velocity, device.empty(size)?),
            dye: PingPong::new(device.stream_of(size, &start.dye)?, device.empty(size)?),
            pressure: PingPong::new(device.empty(size)?, device.empty(size)?),
            curl: device.empty(size)?,
            divergence: device.empty(size)?,
            force: device.empty(size)?,
            spread: device.empty(size.map(|side| side + 1))?,
        })
    }

    // ANCHOR: of_2005
    fn run_step(&mut self) -> Result<()> {
        let FloatFluid { kernels, conditions, faces, velocity, dye, pressure, .. } = self;
        let interval = conditions.interval;
        kernels
            .curl
            .call()
            .input("velocity", velocity.now())
            .output("gl_FragColor", &mut self.curl)
            .run()?;
        kernels
            .force
            .call()
            .uniform("confinement", conditions.confinement)
            .uniform("rate", 1.0 / interval)
            .uniform("places", self.places)
            .uniform("flows", self.jets.flows)
            .input("velocity", velocity.now())
            .input("curl", &self.curl)
            .output("gl_FragColor", &mut self.force)
            .run()?;
        kernels
            .spread
            .call()
            .uniform("share", interval * conditions.viscosity)
            .gather("velocity", velocity.now())
            .output("gl_FragColor", &mut self.spread)
            .run()?;
        velocity.step(|now, next| {
            kernels
                .carry
                .call()
                .uniform("back", [-interval, -0.25 * interval])
                .input("velocity", now)
                .gather("spread", &self.spread)
                .output("gl_FragColor", next)
                .run()
        })?;
        velocity.step(|now, next| {
            kernels
                .push
                .call()
                .uniform("half_interval", 0.5 * interval)
                .input("velocity", now)
                .input("force", &self.force)
                .input("faces", faces)
                .output("gl_FragColor", next)
                .run()
        })?;
        kernels
            .divergence
            .call()
            .input("velocity", velocity.now())
            .output("gl_FragColor", &mut self.divergence)
            .run()?;
        for _ in 0..self.sweeps {
            pressure.step(|now, next| {
                kernels
                    .pressure
                    .call()
                    .uniform("weight", DAMPED_WEIGHT)
                    .input("pressure", now)
                    .input("divergence", &self.divergence)
                    .input("faces", faces)
                    .output("gl_FragColor", next)
                    .run()
            })?;
        }
        velocity.step(|now, next| {
            kernels
                .project
                .call()
                .input("pressure", pressure.now())
                .input("velocity", now)
                .input("faces", faces)
                .output("gl_FragColor", next)
                .run()
        })?;
        dye.step(|now, next| {
            kernels
                .dye
                .call()
                .uniform("interval", interval)
                .uniform("fade", conditions.fade)
                .uniform("places", self.places)
                .uniform("colours", self.jets.colours)
                .input("dye", now)
                .input("velocity", velocity.now())
                .output("gl_FragColor", next)
                .run()
        })
    }
    // ANCHOR_END: of_2005
}

/// Builds the masks of each cell's faces, left, right, above and below: 1 if open, else 0.
fn face_masks(walls: &Walls) -> Vec<Vector4<f32>> {
    let [columns, rows] = walls.size;
    (0..columns * rows)
        .map(|cell: usize| {
            Vector4::from(walls.faces_of(cell % columns, cell / columns)).map(|face| f32::from(face.min(1)))
        })
        .collect()
}

/// Builds the trial of this rung, on the same input as the others.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let (start, conditions) = build_inputs(workload, JACOBI);
    let cells = start.solid.len();
    let bound = error_bound(device);
    let wanted = reference(&start, &conditions, STEPS)?;
    let device = device.clone();
    let trial = Trial::new(
        move || fragment_2005(&device, &start, &conditions, STEPS),
        move |given| Ok(compare_fields(given, &wanted, bound)),
    );
    Ok(trial.sized(cells))
}
