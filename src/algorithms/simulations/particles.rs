//! Particles: a fountain under gravity, a struct of streams.
//!
//! | era | method | passes | bytes a particle |
//! |---|---|---|---|
//! | fragment | one fragment a particle, two outputs a pass | one a tick | 64 |
//! | fragment, fused | all ticks in registers | one | 64 |
//! | compute | one invocation a particle, two buffers out | one a tick | 64 |
//! | compute, fused | all ticks in registers | one | 64 |
//!
//! Sources: Kipfer, Segal and Westermann, UberFlow, Graphics Hardware 2004; Latta, Building a Million-Particle System, GDC 2004.

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{
    Blend, Device, Era, KernelSource, Layout, Mouse, Result, Scene, Shape, Stream, fragment_kernel, image_of,
    kernel_pair, random,
};
use nalgebra::{Point3, Vector3, Vector4};
use std::ops::Range;

const PARTICLES: KernelSource = kernel_pair!("simulations/particles");
const DRAW: KernelSource = fragment_kernel!("simulations/particles_draw", vertex);

// ANCHOR: struct
/// Particles on a device: a struct of streams is a plain struct.
pub struct Particles {
    /// Where they are, in metres; in the fourth lane the ticks that they have left, a whole number.
    pub position: Stream<Vector4<f32>>,
    /// Metres a second; the fourth lane is 0.
    pub velocity: Stream<Vector4<f32>>,
}

impl Particles {
    /// Particles of the host, in the device's era.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] where they do not fit the machine.
    pub fn new(device: &Device, State { position, velocity }: &State) -> Result<Particles> {
        Ok(Particles { position: device.stream(position)?, velocity: device.stream(velocity)? })
    }

    fn empty(device: &Device, shape: Shape) -> Result<Particles> {
        Ok(Particles { position: device.empty(shape)?, velocity: device.empty(shape)? })
    }

    /// The particles on the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<State> {
        Ok(State { position: self.position.read()?, velocity: self.velocity.read()? })
    }
}
// ANCHOR_END: struct

/// Particles on the host.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// As [`Particles::position`].
    pub position: Vec<Vector4<f32>>,
    /// As [`Particles::velocity`].
    pub velocity: Vec<Vector4<f32>>,
}

/// What makes the particles start and fall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fountain {
    /// What every start follows from.
    pub seed: u32,
    /// Where particles start.
    pub source: Point3<f32>,
    /// Their mean velocity, metres a second.
    pub jet: Vector3<f32>,
    /// How far each lane of a particle's velocity may be around it, from end to end.
    pub spread: f32,
    /// Metres a second, each second.
    pub gravity: Vector3<f32>,
    /// Seconds of a tick.
    pub interval: f32,
}

impl Default for Fountain {
    /// A jet of 8 m/s on the earth, 60 ticks a second.
    fn default() -> Fountain {
        Fountain {
            seed: 1,
            source: Point3::origin(),
            jet: Vector3::new(0.0, 8.0, 0.0),
            spread: 4.0,
            gravity: Vector3::new(0.0, -9.81, 0.0),
            interval: 1.0 / 60.0,
        }
    }
}

impl Fountain {
    /// A particle's new velocity and its life in ticks: the numbers of `particles.frag`, bit for bit the same draws.
    fn start(&self, particle: u32, draw: u32) -> (Vector3<f32>, f32) {
        let number = |lane| random::uniform(self.seed, particle, draw.wrapping_add(lane));
        let velocity = self.jet + (Vector3::from_fn(|lane, _| number(lane as u32)).add_scalar(-0.5)) * self.spread;
        (velocity, 64.0 + (number(3) * 64.0).floor())
    }

    /// So many particles, each somewhere in its life: a fountain that has run for long.
    pub fn running(&self, particles: usize) -> State {
        let mut state = State::default();
        for particle in 0..particles as u32 {
            let (start, life) = self.start(particle, u32::MAX - 7); // draws that no tick below a thousand million takes
            let age = (random::uniform(self.seed, particle, u32::MAX) * life).floor();
            let seconds = age * self.interval;
            let velocity = start + self.gravity * seconds;
            let place = self.source + (start + velocity) * (0.5 * seconds);
            state.position.push(place.coords.push(life - age));
            state.velocity.push(velocity.push(0.0));
        }
        state
    }
}

/// The particles after so many ticks, counted from tick 0, in the device's era.
///
/// # Errors
/// [`crate::Error::Call`] where the streams of `start` differ in shape or are not laid out as the era does.
pub fn particles(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    match device.era() {
        Era::Fragment => fragment(device, start, fountain, ticks),
        Era::Compute => compute(device, start, fountain, ticks),
    }
}

// ANCHOR: reference
/// The same by a loop over ticks and particles.
pub fn reference(start: &State, fountain: &Fountain, ticks: usize) -> State {
    let mut state = start.clone();
    let fall = fountain.gravity * fountain.interval;
    for tick in 0..ticks as u32 {
        for (i, (place, speed)) in (0..).zip(state.position.iter_mut().zip(&mut state.velocity)) {
            let velocity = speed.xyz() + fall;
            *speed = velocity.push(speed.w);
            *place = (place.xyz() + velocity * fountain.interval).push(place.w - 1.0);
            if place.w <= 0.0 {
                let (velocity, life) = fountain.start(i, tick.wrapping_mul(4));
                *speed = velocity.push(speed.w);
                *place = fountain.source.coords.push(life);
            }
        }
    }
    state
}
// ANCHOR_END: reference

/// One pass a tick, which writes positions and velocities at once.
///
/// # Errors
/// As [`particles`].
pub fn fragment(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run(&device.with_era(Era::Fragment)?, start, fountain, 0..ticks, 1)
}

/// One dispatch a tick.
///
/// # Errors
/// As [`particles`].
pub fn compute(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run(&device.with_era(Era::Compute)?, start, fountain, 0..ticks, 1)
}

/// Ticks of one fused pass at most: loops in a kernel must end soon, for some drivers end them unasked.
const FUSED: usize = 1024;

/// All ticks in the registers of one pass: no particle needs another, so memory is touched once.
///
/// # Errors
/// As [`particles`].
pub fn fragment_fused(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run(&device.with_era(Era::Fragment)?, start, fountain, 0..ticks, FUSED)
}

/// All ticks in the registers of one dispatch.
///
/// # Errors
/// As [`particles`].
pub fn compute_fused(device: &Device, start: &Particles, fountain: &Fountain, ticks: usize) -> Result<Particles> {
    run(&device.with_era(Era::Compute)?, start, fountain, 0..ticks, FUSED)
}

// ANCHOR: ticks
fn run(
    device: &Device,
    start: &Particles,
    fountain: &Fountain,
    ticks: Range<usize>,
    fused: usize,
) -> Result<Particles> {
    let kernel = device.kernel(&PARTICLES)?;
    let pass = |now: &Particles, next: &mut Particles, first: usize| {
        kernel
            .call()
            .uniform("seed", fountain.seed)
            .uniform("first_tick", first as i32)
            .uniform("ticks", fused.min(ticks.end - first) as i32)
            .uniform("interval", fountain.interval)
            .uniform("fall", fountain.gravity * fountain.interval)
            .uniform("source", fountain.source)
            .uniform("jet", fountain.jet)
            .uniform("spread", fountain.spread)
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("new_position", &mut next.position)
            .output("new_velocity", &mut next.velocity)
            .run()
    };
    let mut now = Particles::empty(device, start.position.shape())?;
    pass(start, &mut now, ticks.start)?;
    if ticks.len() > fused {
        let mut next = Particles::empty(device, start.position.shape())?;
        for first in (ticks.start + fused..ticks.end).step_by(fused) {
            pass(&now, &mut next, first)?;
            std::mem::swap(&mut now, &mut next);
        }
    }
    Ok(now)
}
// ANCHOR_END: ticks

// ANCHOR: picture
/// A picture of the particles from the side, drawn on the device: each adds its light to the pixel it falls on.
///
/// What the fragment era wrote to a texture, the vertex kernel fetches. What the compute era wrote to a buffer is the vertex stream itself.
///
/// # Errors
/// [`crate::Error::Limit`] where the picture or the particles do not fit a texture.
pub fn picture(device: &Device, particles: &Particles, [width, height]: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
    let drawing = device.with_era(Era::Fragment)?;
    let mut light = drawing.stream_of([width, height], &vec![NIGHT; width * height])?;
    let buffer = particles.position.layout() == Layout::Linear;
    let kernel = drawing.kernel(&if buffer { DRAW.define("BUFFER", 1) } else { DRAW })?;
    let call = kernel
        .call()
        .uniform("centre", [0.0, 0.5])
        .uniform("reach", [5.0 * width as f32 / height.max(1) as f32, -5.0]) // row 0 is the picture's top
        .uniform("brightness", (width as f32 * height as f32 / (8.0 * particles.position.len().max(1) as f32)).min(0.6))
        .output("light", &mut light)
        .blend(Blend::Add)
        .points(particles.position.len());
    match buffer {
        true => call.vertex_stream("position", &particles.position).run()?,
        false => call.gather("position", &particles.position).run()?,
    }
    Ok(light)
}
// ANCHOR_END: picture

/// The colour where no particle is.
const NIGHT: Vector4<f32> = Vector4::new(0.02, 0.03, 0.06, 1.0);

/// A fountain that goes on tick by tick, to look at. The mouse is where it springs.
pub struct Running {
    device: Device,
    fountain: Fountain,
    particles: Particles,
    tick: usize,
}

impl Running {
    /// A fountain that has run for long.
    ///
    /// # Errors
    /// [`crate::Error::Limit`] where the particles do not fit the machine.
    pub fn new(device: &Device, fountain: &Fountain, particles: usize) -> Result<Running> {
        let particles = Particles::new(device, &fountain.running(particles))?;
        Ok(Running { device: device.clone(), fountain: *fountain, particles, tick: 0 })
    }
}

// ANCHOR: scene
impl Scene for Running {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(mouse) = mouse.filter(|mouse| mouse.pressed) {
            self.fountain.source = Point3::new(10.0 * (mouse.at[0] - 0.5), 0.5 - 10.0 * (mouse.at[1] - 0.5), 0.0);
        }
        self.particles = run(&self.device, &self.particles, &self.fountain, self.tick..self.tick + 1, 1)?;
        self.tick += 1;
        Ok(())
    }

    fn picture(&mut self, size: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        picture(&self.device, &self.particles, size)
    }
}
// ANCHOR_END: scene

/// Ticks of a trial.
const TICKS: usize = 16;

/// How far apart the particles of two machines may be after so many ticks of the default fountain, in each lane.
///
/// Whether a product and a sum round once each, or once together where the machine fuses them, is the driver's to choose. Positions and
/// velocities stay below 16, so one tick parts them by two units in the last place of such numbers at most; that includes the drift of
/// velocities that parted before, which the interval divides by 60. The ticks that a particle has left never differ: they are whole.
pub fn bound(ticks: usize) -> f64 {
    ticks as f64 * 2.0 * 8.0 * f64::from(f32::EPSILON)
}

type Ticks = fn(&Device, &Particles, &Fountain, usize) -> Result<Particles>;

fn trial(device: &Device, workload: &Workload, rung: Ticks) -> Result<Trial> {
    let fountain = Fountain { seed: workload.seed, ..Fountain::default() };
    let start = fountain.running(workload.size);
    let wanted = reference(&start, &fountain, TICKS);
    let (start, device) = (Particles::new(device, &start)?, device.clone());
    let here = device.clone();
    Ok(Trial::with_picture(
        move || rung(&device, &start, &fountain, TICKS),
        move |result| Ok(check(&result.read()?, &wanted)),
        move |result| image_of(&picture(&here, result, [512, 512])?),
    ))
}

/// Both streams within the bound, and the ticks left exactly the same.
fn check(given: &State, wanted: &State) -> Check {
    let floats = |vectors: &[Vector4<f32>]| vectors.iter().flat_map(|v| [v.x, v.y, v.z]).collect::<Vec<_>>();
    let lives = |state: &State| state.position.iter().map(|place| place.w).collect::<Vec<_>>();
    let bound = bound(TICKS);
    let positions = Check::within(&floats(&given.position), &floats(&wanted.position), bound);
    let velocities = Check::within(&floats(&given.velocity), &floats(&wanted.velocity), bound);
    let lives = Check::exact(&lives(given), &lives(wanted));
    let error = positions.error.max(velocities.error).max(lives.error);
    Check::new(wanted.position.len(), error, bound)
}

pub(in crate::algorithms) const ROW: Algorithm = Algorithm {
    name: "particles",
    part: "simulations",
    summary: "a fountain of particles under gravity, 16 ticks",
    size: 1 << 20,
    rungs: &[
        Rung {
            name: "fragment",
            era: Era::Fragment,
            method: "two outputs a pass, a pass a tick",
            source: "Latta 2004",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment),
        },
        Rung {
            name: "fragment_fused",
            era: Era::Fragment,
            method: "all ticks in one pass",
            source: "loops of Shader Model 3",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, fragment_fused),
        },
        Rung {
            name: "compute",
            era: Era::Compute,
            method: "two buffers out, a dispatch a tick",
            source: "OpenGL SuperBible 6, chapter 10",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute),
        },
        Rung {
            name: "compute_fused",
            era: Era::Compute,
            method: "all ticks in one dispatch",
            source: "kernel fusion",
            cost: "",
            alias: None,
            turns: |_| crate::algorithms::FEW_TURNS,
            prepare: |device, workload| trial(device, workload, compute_fused),
        },
    ],
};
