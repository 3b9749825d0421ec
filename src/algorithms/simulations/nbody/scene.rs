//! Two galaxies as a scene: disks of stars around heavy cores, passing through each other.

use super::leapfrog::{BodyBlock, Leapfrog};
use super::{Bodies, HostBodies, Motion, images, sum_blocks, tiles};
use crate::{Blend, Device, DeviceKind, Era, KernelSource, Mouse, Result, Scene, Stream, fragment_kernel, random};
use nalgebra::{Rotation3, Vector3, Vector4};
use std::f32::consts::TAU;
use std::fmt;

const DRAW: KernelSource = fragment_kernel!("simulations/nbody_draw", vertex);
const GLOW: KernelSource = fragment_kernel!("simulations/nbody_glow");

/// Ticks per frame.
const TICKS: usize = 2;

impl HostBodies {
    /// Builds two disks of stars, each around a core with most of its mass, that are about to meet (Toomre and Toomre,
    /// Galactic Bridges and Tails, 1972). The fourth channel of a velocity is 0 for the first galaxy and 1 for the
    /// second.
    pub fn galaxies(bodies: usize, seed: u32) -> HostBodies {
        let mut state = HostBodies::default();
        for body in 0..bodies as u32 {
            let second = body % 2;
            let number = body / 2;
            let side = if second == 0 { -1.0 } else { 1.0 };
            let tilt = Rotation3::from_axis_angle(&Vector3::z_axis(), side * 0.5)
                * Rotation3::from_axis_angle(&Vector3::x_axis(), 0.3 * side);
            let (place, speed, mass) = if number == 0 {
                (Vector3::zeros(), Vector3::zeros(), 1.0)
            } else {
                let distance = 0.25 + 0.95 * random::uniform(seed, body, 0).sqrt();
                let (sine, cosine) = libm::sincosf(random::uniform(seed, body, 1) * TAU);
                let around = 1.0 / distance.sqrt(); // the core's pull is one over the square
                let place =
                    Vector3::new(cosine * distance, (random::uniform(seed, body, 2) - 0.5) * 0.06, sine * distance);
                (place, Vector3::new(-sine, 0.0, cosine) * around, 0.1 / bodies as f32)
            };
            let centre = Vector3::new(1.25, 0.1, 0.45) * side;
            let drift = Vector3::new(-0.42, 0.0, 0.12) * side;
            state.position.push((tilt * place + centre).push(mass));
            state.velocity.push((tilt * speed + drift).push(second as f32));
        }
        state
    }
}

type AddBlock = Box<dyn FnMut(BodyBlock) -> Result<()>>;

/// Two galaxies on a device. The mouse moves the camera up and down.
///
/// ```
/// # use gristmill::{Device, Era, Scene, algorithms::nbody::{Galaxies, HostBodies}, image_of};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut galaxies = Galaxies::new(&device, &HostBodies::galaxies(200, 1))?;
/// galaxies.advance(None)?;
/// assert_eq!(image_of(&galaxies.picture([64, 48])?)?.dimensions(), (64, 48));
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Galaxies {
    device: Device,
    frog: Leapfrog<AddBlock>,
    /// True after the first half kick: from then on velocities are half a tick behind.
    leapt: bool,
    /// Elevation of the camera above the plane, in radians.
    above: f32,
}

impl fmt::Debug for Galaxies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Galaxies")
            .field("device", &self.device)
            .field("above", &self.above)
            .finish_non_exhaustive()
    }
}

impl Galaxies {
    /// Builds galaxies that have not moved yet.
    ///
    /// # Errors
    /// As [`Bodies::new`].
    pub fn new(device: &Device, state: &HostBodies) -> Result<Galaxies> {
        let bodies = state.position.len();
        let motion = &Self::motion();
        let add_block: AddBlock = match (device.era(), device.suited_to()) {
            (Era::Fragment, _) => Box::new(sum_blocks(device, bodies, motion)?),
            (Era::Compute, DeviceKind::Cpu) => Box::new(images::sum_from_image(device, bodies, motion)?),
            (Era::Compute, _) => Box::new(tiles::sum_in_registers(device, motion)?),
        };
        let frog = Leapfrog::new(device, Bodies::new(device, state)?, add_block)?;
        Ok(Galaxies { device: device.clone(), frog, leapt: false, above: 0.9 })
    }

    /// Returns the parameters of their motion.
    pub fn motion() -> Motion {
        Motion { softening: 0.08, interval: 0.02 }
    }
}

impl Scene for Galaxies {
    fn advance(&mut self, mouse: Option<Mouse>) -> Result<()> {
        if let Some(Mouse { at: [_, y], .. }) = mouse {
            self.above = 0.1 + 1.4 * y;
        }
        if self.frog.now.position.is_empty() {
            return Ok(());
        }
        let interval = Self::motion().interval;
        for _ in 0..TICKS {
            self.frog
                .kick_and_drift(if self.leapt { interval } else { interval / 2.0 }, interval)?;
            self.leapt = true;
        }
        Ok(())
    }

    // ANCHOR: picture
    fn picture(&mut self, [width, height]: [usize; 2]) -> Result<Stream<Vector4<f32>>> {
        let raster = self.device.with_era(Era::Fragment)?;
        let mut light = raster.empty::<Vector4<f32>>([width, height])?;
        let mut picture = raster.empty([width, height])?;
        let Bodies { position, velocity } = &self.frog.now;
        let reach = [2.1 * width as f32 / height.max(1) as f32, -2.1]; // row 0 is the picture's top
        let tilt = [libm::sinf(self.above), libm::cosf(self.above)];
        if !position.is_empty() {
            let streams = self.device.era() == Era::Compute;
            let draw = raster.kernel(&if streams { DRAW.define("BODIES_IN_STREAMS", 1) } else { DRAW })?;
            let call = draw
                .call()
                .uniform("reach", reach)
                .uniform("tilt", tilt)
                .output("light", &mut light)
                .blend(Blend::Add)
                .points(position.len());
            if streams {
                call.vertex_stream("position", position)
                    .vertex_stream("velocity", velocity)
                    .run()?;
            } else {
                call.gather("position", position).gather("velocity", velocity).run()?;
            }
        }
        // The brightness does not depend on the count of stars.
        let exposure = (width * height) as f32 / (position.len() + 1) as f32 * 0.08;
        raster
            .kernel(&GLOW)?
            .call()
            .uniform("size", [width as i32, height as i32])
            .uniform("exposure", exposure)
            .gather("light", &light)
            .output("picture", &mut picture)
            .run()?;
        Ok(picture)
    }
    // ANCHOR_END: picture
}
