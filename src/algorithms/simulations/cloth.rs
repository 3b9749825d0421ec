//! Cloth: particles held together by distance constraints, which are solved batch by batch.
//!
#![doc = table!()]
//!
//! The particles are a grid of columns and rows. The fourth channel is the inverse mass: 0 for a pinned
//! particle.
//!
//! Sources: Müller, Heidelberger, Hennix and Ratcliff, Position Based Dynamics, 2007; Macklin, Müller and
//! Chentanez, XPBD, 2016 (compliance), and Small Steps in Physics Simulation, 2019 (many steps, one round
//! each); Zeller, Cloth Simulation on the GPU, 2005 (a grid in a texture); Jakobsen, Advanced Character
//! Physics, GDC 2001 (places instead of velocities).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::cloth::{self, Batch, Draping, Fabric};
//! use gristmill::algorithms::particles::Particles;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let fabric = Fabric::default();
//! let batches: Vec<Batch> = fabric.batches();
//! assert!(batches.len() <= 12);
//! let start = fabric.flat(5, 4, 2.0);
//! let wanted = cloth::reference(&start, 5, &fabric, 3).position[0].y;
//! let (old, new) = (Particles::in_rows(&fragment, 5, &start)?, Particles::in_rows(&compute, 5, &start)?);
//! for fallen in [
//!     cloth::fragment(&fragment, &old, &fabric, 3)?,
//!     cloth::fragment_2005(&fragment, &old, &fabric, 3)?,
//!     cloth::compute(&compute, &new, &fabric, 3)?,
//! ] {
//!     assert!((fallen.read()?.position[0].y - wanted).abs() < 1e-4);
//! }
//!
//! let draping = Draping::new(&compute, 5)?; // a scene of it
//! assert_eq!(draping.parts().0.position.len(), 25);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod drawing;
mod fabric;
mod of_2005;
mod reference;
mod trial;

use super::particles::{HostParticles, Particles};
use crate::{Device, Era, Error, Kernel, KernelSource, Result, Shape, Stream, kernel_pair};
use nalgebra::Vector4;

pub use drawing::Draping;
pub use fabric::{Batch, Fabric};
pub use of_2005::fragment_2005;
pub use reference::reference;
use trial::trial;

rungs! {
    "a cloth of particles and constraints, 3 steps", 1 << 11, trial;
    fragment: "a pass per colour, each particle gathers its only constraint of it",
        "14 passes per step; 12 reads of a partner per particle", "Zeller 2005";
    fragment_2005: "a pass per colour, the places of a step ago instead of velocities",
        "14 passes per step; 12 reads of a partner per particle", "Zeller 2005; Jakobsen 2001", on "radeon-9700";
    compute: "a dispatch per colour, an invocation per constraint, in place",
        "14 dispatches per step; 6 constraints per particle", "Müller et al. 2007";
}

const PREDICT: KernelSource = kernel_pair!("simulations/cloth_predict");
const PROJECT: KernelSource = kernel_pair!("simulations/cloth");
const FINISH: KernelSource = kernel_pair!("simulations/cloth_finish");

/// Returns the cloth after `steps` steps, in the device's era.
///
/// ```
/// use gristmill::algorithms::{cloth::{Fabric, cloth}, particles::Particles};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let fabric = Fabric::default();
/// let start = Particles::in_rows(&device, 5, &fabric.flat(5, 4, 2.0))?;
/// let fallen = cloth(&device, &start, &fabric, 30)?.read()?; // a tenth of a second
/// assert!((fallen.position[0].y - (2.0 - 0.5 * 9.81 * 0.01)).abs() < 0.002);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] if the steps are so long that the cloth would become unstable (the message has the longest
/// stable one), if a parameter of the fabric is not valid, or if the cloth does not have two dimensions.
pub fn cloth(device: &Device, start: &Particles, fabric: &Fabric, steps: usize) -> Result<Particles> {
    match device.era() {
        Era::Fragment => fragment(device, start, fabric, steps),
        Era::Compute => compute(device, start, fabric, steps),
    }
}

/// Solves a batch per pass; each particle looks for its partner.
///
/// # Errors
/// As [`cloth`].
pub fn fragment(device: &Device, start: &Particles, fabric: &Fabric, steps: usize) -> Result<Particles> {
    run_steps(&device.with_era(Era::Fragment)?, start, fabric, steps)
}

/// Solves a batch per dispatch, with an invocation per constraint.
///
/// # Errors
/// As [`cloth`].
pub fn compute(device: &Device, start: &Particles, fabric: &Fabric, steps: usize) -> Result<Particles> {
    run_steps(&device.with_era(Era::Compute)?, start, fabric, steps)
}

// ANCHOR: begin
/// The host's loop in both eras: predicts the positions, solves them batch by batch, then resolves collisions.
fn run_steps(device: &Device, start: &Particles, fabric: &Fabric, steps: usize) -> Result<Particles> {
    fabric.check_values()?;
    let shape = check_shape(start.position.shape())?;
    let mut now = Particles { position: device.copy_of(&start.position)?, velocity: device.copy_of(&start.velocity)? };
    let mut next = Particles::empty(device, shape)?;
    let mut predicted = device.empty(shape)?;
    let mut other = device.empty(shape)?;
    let [predict, one_colour, finish] = [PREDICT, PROJECT, FINISH].map(|kernel| device.kernel(&kernel));
    let predict = predict?;
    let one_colour = one_colour?;
    let finish = finish?;
    // ANCHOR_END: begin
    // ANCHOR: steps
    for _ in 0..steps {
        predict
            .call()
            .uniform("gravity", fabric.gravity)
            .uniform("interval", fabric.interval)
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("predicted", &mut predicted)
            .run()?;
        for batch in fabric.batches() {
            project_batch(&one_colour, &batch, &mut predicted, &mut other)?;
        }
        // ANCHOR_END: steps
        // ANCHOR: stop
        finish
            .call()
            .uniform("interval", fabric.interval)
            .uniform("ball", fabric.ball)
            .uniform("ground", fabric.ground)
            .uniform("friction", fabric.friction)
            .input("position", &now.position)
            .input("predicted", &predicted)
            .output("new_position", &mut next.position)
            .output("velocity", &mut next.velocity)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now)
}
// ANCHOR_END: stop

// ANCHOR: project
type Positions = Stream<Vector4<f32>>;

/// Solves one batch: from one stream to the other in the fragment era, in place in the compute era.
fn project_batch(kernel: &Kernel, batch: &Batch, particles: &mut Positions, other: &mut Positions) -> Result<()> {
    let call = kernel
        .call()
        .uniform("span", batch.span)
        .uniform("colour", batch.colour)
        .uniform("rest", batch.rest)
        .uniform("softness", batch.softness);
    if kernel.era() == Era::Fragment {
        call.gather("particles", particles).output("result", other).run()?;
        std::mem::swap(particles, other);
        return Ok(());
    }
    // Particles at which a constraint of this colour may start: one of every two runs of the span's length.
    let mut starts = [particles.shape().extent(0), particles.shape().extent(1)];
    let axis = usize::from(batch.span[0] == 0);
    let run = batch.span[axis].unsigned_abs() as usize;
    starts[axis] = starts[axis].div_ceil(2 * run) * run;
    call.uniform("starts", starts.map(|count| count as i32))
        .update("particles", particles)
        .elements(starts[0] * starts[1])
        .run()
}
// ANCHOR_END: project

fn check_shape(shape: Shape) -> Result<Shape> {
    match shape.rank() {
        2 => Ok(shape),
        _ => Err(Error::data(format!("a cloth has columns and rows, the stream is {shape}; give it two dimensions"))),
    }
}
