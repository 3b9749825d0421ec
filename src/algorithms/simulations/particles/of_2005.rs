//! The rung of 2005, without integers: random starts come from a table.

use super::trial::{TICKS, bound, compare_particles};
use super::{Fountain, HostParticles, Particles, picture};
use crate::algorithms::{Trial, Workload, epsilon};
use crate::{Device, Era, Error, KernelSource, Plan, Result, Stream, fragment_kernel, image_of, random};
use nalgebra::Vector4;

const OF_2005: KernelSource = fragment_kernel!("simulations/particles_2005");

impl Fountain {
    /// Returns `count` starts: a velocity, and in the fourth channel a life in ticks.
    ///
    /// ```
    /// use gristmill::algorithms::particles::Fountain;
    /// let starts = Fountain::default().starts(64);
    /// assert!(starts.iter().all(|start| (64.0..128.0).contains(&start.w)));
    /// ```
    pub fn starts(&self, count: usize) -> Vec<Vector4<f32>> {
        (0..count as u32)
            .map(|number| {
                let (velocity, life) = self.draw_start(number, 0);
                velocity.push(life)
            })
            .collect()
    }
}

/// Runs one pass per tick by a kernel of GLSL 1.10, for any card that computes in floats and has two render targets.
///
/// `starts` has columns and rows, from [`Fountain::starts`]. The table is tiled over the texture of all particles, at a
/// different offset in each tick; a particle whose life is over takes the start at its texel.
///
/// # Errors
/// As [`super::particles`]; [`Error::Call`] if the table does not have two dimensions or is empty.
pub fn fragment_2005(
    device: &Device,
    start: &Particles,
    fountain: &Fountain,
    starts: &Stream<Vector4<f32>>,
    ticks: usize,
) -> Result<Particles> {
    let device = device.with_era(Era::Fragment)?;
    let shape = starts.shape();
    if shape.rank() != 2 || starts.is_empty() {
        let sentence = format!(
            "the table of starts is {shape}; give it columns and rows, one of each at least (see the chapter on particles)"
        );
        return Err(Error::call("particles", sentence));
    }
    let size = [shape.extent(0), shape.extent(1)];
    let kernel = device.kernel(&OF_2005)?;
    let pass = |now: &Particles, next: &mut Particles, tick: usize| {
        let shift = table_shift(fountain, tick, size);
        let texel = starts.texel();
        kernel
            .call()
            .uniform("interval", fountain.interval)
            .uniform("fall", fountain.gravity * fountain.interval)
            .uniform("source", fountain.source)
            .uniform("shift", [0, 1].map(|axis| shift[axis] as f32 * texel[axis]))
            .gather("starts", starts)
            .input("position", &now.position)
            .input("velocity", &now.velocity)
            .output("gl_FragData[0]", &mut next.position)
            .output("gl_FragData[1]", &mut next.velocity)
            .run()
    };
    let mut now = copy_particles(start, &device)?;
    let mut next = Particles::empty(&device, start.position.shape())?;
    for tick in 0..ticks {
        pass(&now, &mut next, tick)?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now)
}

fn copy_particles(particles: &Particles, device: &Device) -> Result<Particles> {
    let position = device.copy_of(&particles.position)?;
    let velocity = device.copy_of(&particles.velocity)?;
    Ok(Particles { position, velocity })
}

/// Returns the column and row of the table at the first texel in a tick.
fn table_shift(fountain: &Fountain, tick: usize, size: [usize; 2]) -> [usize; 2] {
    [0, 1].map(|axis| random::word(fountain.seed, tick as u32, axis as u32) as usize % size[axis])
}

/// Computes the same by a loop over ticks and particles, whose texels are those of `plan`.
fn reference_2005(
    start: &HostParticles,
    fountain: &Fountain,
    starts: &[Vector4<f32>],
    size: [usize; 2],
    ticks: usize,
    plan: &Plan,
) -> HostParticles {
    let mut state = start.clone();
    for tick in 0..ticks {
        let [right, down] = table_shift(fountain, tick, size);
        for (i, (place, speed)) in state.position.iter_mut().zip(&mut state.velocity).enumerate() {
            let velocity = speed.xyz() + fountain.gravity * fountain.interval;
            *speed = velocity.push(speed.w);
            *place = (place.xyz() + velocity * fountain.interval).push(place.w - 1.0);
            if place.w <= 0.0 {
                let at = plan.address(i);
                let start = starts[(at.y + down) % size[1] * size[0] + (at.x + right) % size[0]];
                *speed = start.xyz().push(speed.w);
                *place = fountain.source.coords.push(start.w);
            }
        }
    }
    state
}

/// Size of the table in a trial: neither side is a divisor of a texture's side.
const TABLE_SIZE: [usize; 2] = [13, 7];

/// Builds the trial of this rung, on the same input as the others, with a table of starts.
pub(super) fn trial(device: &Device, workload: &Workload) -> Result<Trial> {
    let fountain = Fountain { seed: workload.seed, ..Fountain::default() };
    let start = fountain.running(workload.size);
    let starts = fountain.starts(TABLE_SIZE[0] * TABLE_SIZE[1]);
    let particles = Particles::new(device, &start)?;
    let wanted = reference_2005(&start, &fountain, &starts, TABLE_SIZE, TICKS, particles.position.plan());
    let starts = device.stream_of(TABLE_SIZE, &starts)?;
    let device = device.clone();
    let bound = bound(TICKS) * epsilon(&device) / f64::from(f32::EPSILON);
    let here = device.clone();
    Ok(Trial::with_picture(
        move || fragment_2005(&device, &particles, &fountain, &starts, TICKS),
        move |result| Ok(compare_particles(&result.read()?, &wanted, bound)),
        move |result| image_of(&picture(&here, result, [512, 512])?),
    ))
}
