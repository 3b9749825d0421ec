//! Cloth: particles held together by distances that they should have, moved to them batch by batch.
//!
//! | era | a batch | passes a step | work |
//! |---|---|---|---|
//! | fragment | each particle gathers its constraint of the batch's colour | 14 | 12 reads of a partner a particle |
//! | compute | one invocation a constraint, in place | 14 | 6 constraints a particle |
//!
//! Sources: Müller, Heidelberger, Hennix and Ratcliff, Position Based Dynamics, 2007; Macklin, Müller and Chentanez, XPBD, 2016 (compliance), and
//! Small Steps in Physics Simulation, 2019 (many steps, one round each); Zeller, Cloth Simulation on the GPU, 2005 (a grid in a texture).

mod drawing;
mod reference;
mod row;

pub use drawing::Draping;
pub use reference::reference;
pub(in crate::algorithms) use row::ROW;

use crate::{Device, Era, Error, Kernel, KernelSource, Result, Shape, Stream, kernel_pair};
use nalgebra::{Vector3, Vector4};

const PREDICT: KernelSource = kernel_pair!("simulations/cloth_predict");
const PROJECT: KernelSource = kernel_pair!("simulations/cloth");
const FINISH: KernelSource = kernel_pair!("simulations/cloth_finish");

/// A cloth on a device: a grid of particles, columns and rows.
pub struct Cloth {
    /// Where they are, in metres; in the fourth lane the inverse of their mass in kilograms, 0 for one that is pinned.
    pub position: Stream<Vector4<f32>>,
    /// Metres a second; the fourth lane is 0.
    pub velocity: Stream<Vector4<f32>>,
}

impl Cloth {
    /// A cloth of the host, in the device's era, so many particles wide.
    ///
    /// # Errors
    /// [`Error::Data`] where the particles do not fill whole rows, or positions and velocities are not as many.
    pub fn new(device: &Device, columns: usize, state: &State) -> Result<Cloth> {
        let shape = [columns, state.position.len() / columns.max(1)];
        let (position, velocity) = (&state.position, &state.velocity);
        Ok(Cloth { position: device.stream_of(shape, position)?, velocity: device.stream_of(shape, velocity)? })
    }

    /// The cloth on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        Ok(State { position: self.position.read()?, velocity: self.velocity.read()? })
    }
}

/// A cloth on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// As [`Cloth::position`].
    pub position: Vec<Vector4<f32>>,
    /// As [`Cloth::velocity`].
    pub velocity: Vec<Vector4<f32>>,
}

/// What a cloth is made of, and where it hangs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fabric {
    /// Metres between neighbours.
    pub spacing: f32,
    /// How far a newton stretches the threads between neighbours, those across the squares, and those that keep it from bending, in metres; 0 is
    /// stiff, infinity leaves them out.
    pub compliance: [f32; 3],
    /// Metres a second, each second.
    pub gravity: Vector3<f32>,
    /// Seconds of a step.
    pub interval: f32,
    /// The centre and the radius of a ball that it may fall on.
    pub ball: Vector4<f32>,
    /// The height of the ground.
    pub ground: f32,
    /// The share of the pressure that holds against sliding.
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

// ANCHOR: batches
/// Constraints of which no two share a particle: those with one span, of one of two colours.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Batch {
    /// Columns and rows from the first particle to the second.
    pub span: [i32; 2],
    /// 0 or 1: along the span the first particles stand in runs as long as it, and every other run is of that colour.
    pub colour: i32,
    /// How far the particles should be from each other, in metres.
    pub rest: f32,
    /// Compliance over the square of the interval: what a constraint has on its side besides the particles' inverse masses.
    pub softness: f32,
}

impl Fabric {
    /// All batches, in the order in which a step goes through them: twelve, or four less for each compliance that is infinite.
    pub fn batches(&self) -> Vec<Batch> {
        let spans = [([1, 0], 0), ([0, 1], 0), ([1, 1], 1), ([1, -1], 1), ([2, 0], 2), ([0, 2], 2)];
        let kept = spans.into_iter().filter(|(_, kind)| self.compliance[*kind].is_finite());
        let batch = |(span, kind): ([i32; 2], usize), colour| Batch {
            span,
            colour,
            rest: self.spacing * (span[0] as f32).hypot(span[1] as f32),
            softness: self.compliance[kind] / (self.interval * self.interval),
        };
        kept.flat_map(|kept| [0, 1].map(|colour| batch(kept, colour))).collect()
    }
    // ANCHOR_END: batches

    /// A flat square cloth above the ball at rest, so many particles wide and long; each weighs two grams.
    pub fn flat(&self, columns: usize, rows: usize, height: f32) -> State {
        let middle = |count: usize| (count.max(1) - 1) as f32 / 2.0;
        let place = |i: usize| {
            let [x, z] = [(i % columns) as f32 - middle(columns), (i / columns) as f32 - middle(rows)];
            Vector4::new(x * self.spacing, height, z * self.spacing, 500.0)
        };
        let position: Vec<_> = (0..columns * rows).map(place).collect();
        State { velocity: vec![Vector4::zeros(); position.len()], position }
    }

    /// Numbers that make sense, and a step that no particle falls through more than its spacing in.
    fn check(&self) -> Result<()> {
        let Fabric { spacing, interval, .. } = *self;
        let fall = self.gravity.norm() * interval * interval;
        if !(interval > 0.0 && interval.is_finite()) {
            return Err(Error::data(format!("a step of {interval} seconds leads nowhere; give one above 0")));
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
            "steps of {interval} s blow the cloth up: gravity moves a particle by {fall:.4} m more in each, and its neighbours are {spacing} m away; take steps of {most:.4} s at most"
        )))
    }
}

/// The cloth after so many steps, in the device's era.
///
/// ```
/// use gristmill::algorithms::cloth::{Cloth, Fabric, cloth};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let fabric = Fabric::default();
/// let start = Cloth::new(&device, 5, &fabric.flat(5, 4, 2.0))?;
/// let fallen = cloth(&device, &start, &fabric, 30)?.read()?; // a tenth of a second
/// assert!((fallen.position[0].y - (2.0 - 0.5 * 9.81 * 0.01)).abs() < 0.002);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Data`] where the steps are so long that the cloth would blow up, with the longest that are not, or where a number of the fabric makes no
/// sense, or the cloth has not two dimensions.
pub fn cloth(device: &Device, start: &Cloth, fabric: &Fabric, steps: usize) -> Result<Cloth> {
    match device.era() {
        Era::Fragment => fragment(device, start, fabric, steps),
        Era::Compute => compute(device, start, fabric, steps),
    }
}

/// A pass a batch, in which each particle looks for its partner.
///
/// # Errors
/// As [`cloth`].
pub fn fragment(device: &Device, start: &Cloth, fabric: &Fabric, steps: usize) -> Result<Cloth> {
    run(&device.with_era(Era::Fragment)?, start, fabric, steps)
}

/// A dispatch a batch, an invocation a constraint.
///
/// # Errors
/// As [`cloth`].
pub fn compute(device: &Device, start: &Cloth, fabric: &Fabric, steps: usize) -> Result<Cloth> {
    run(&device.with_era(Era::Compute)?, start, fabric, steps)
}

// ANCHOR: steps
fn run(device: &Device, start: &Cloth, fabric: &Fabric, steps: usize) -> Result<Cloth> {
    fabric.check()?;
    let shape = check_shape(start.position.shape())?;
    let mut now = Cloth { position: device.copy_of(&start.position)?, velocity: device.copy_of(&start.velocity)? };
    let mut next = Cloth { position: device.empty(shape)?, velocity: device.empty(shape)? };
    let (mut predicted, mut other) = (device.empty(shape)?, device.empty(shape)?);
    let (predict, finish) = (device.kernel(&PREDICT)?, device.kernel(&including(&FINISH))?);
    let one_colour = device.kernel(&including(&PROJECT))?;
    for _ in 0..steps {
        let call = predict
            .call()
            .uniform("gravity", fabric.gravity)
            .uniform("interval", fabric.interval);
        let call = call.input("position", &now.position).input("velocity", &now.velocity);
        call.output("predicted", &mut predicted).run()?;
        for batch in fabric.batches() {
            project(&one_colour, &batch, &mut predicted, &mut other)?;
        }
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
// ANCHOR_END: steps

// ANCHOR: project
type Particles = Stream<Vector4<f32>>;

/// One batch: from one stream to the other in the fragment era, in place in the compute era.
fn project(kernel: &Kernel, batch: &Batch, particles: &mut Particles, other: &mut Particles) -> Result<()> {
    let call = kernel.call().uniform("span", batch.span).uniform("colour", batch.colour);
    let call = call.uniform("rest", batch.rest).uniform("softness", batch.softness);
    if kernel.era() == Era::Fragment {
        call.gather("particles", particles).output("result", other).run()?;
        std::mem::swap(particles, other);
        return Ok(());
    }
    let mut starts = [particles.shape().extent(0), particles.shape().extent(1)];
    let axis = usize::from(batch.span[0] == 0);
    let run = batch.span[axis].unsigned_abs() as usize;
    starts[axis] = starts[axis].div_ceil(2 * run) * run;
    let call = call
        .uniform("starts", starts.map(|count| count as i32))
        .update("particles", particles);
    call.elements(starts[0] * starts[1]).run()
}
// ANCHOR_END: project

fn including(kernel: &KernelSource) -> KernelSource {
    kernel
        .clone()
        .include("cloth.glsl", include_str!("../../../kernel_includes/cloth.glsl"))
}

fn check_shape(shape: Shape) -> Result<Shape> {
    match shape.rank() {
        2 => Ok(shape),
        _ => Err(Error::data(format!("a cloth has columns and rows, the stream is {shape}; give it two dimensions"))),
    }
}
