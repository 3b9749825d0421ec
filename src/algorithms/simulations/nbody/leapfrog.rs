//! The leapfrog: kicks and drifts by turns.

use super::{Bodies, Motion, REGISTERS, of};
use crate::algorithms::simulations::row_bits;
use crate::{Device, Era, Kernel, KernelSource, Result, Stream, kernel_pair};
use nalgebra::Vector4;

const MOVE: KernelSource = kernel_pair!("simulations/nbody_move");

/// Bodies of a block: turns of a loop, of which some drivers allow 65,535.
const BLOCK: usize = 1 << 14;

/// Bodies of an invocation of nbody_registers.comp.
const OWN: usize = 4;

/// Bodies of a group there.
const GROUP: usize = 256;

// ANCHOR: leapfrog
/// Half a kick, then drifts and kicks by turns, then half a kick.
pub(super) fn leapfrog(
    device: &Device,
    pull: &KernelSource,
    start: &Bodies,
    motion: &Motion,
    ticks: usize,
) -> Result<Bodies> {
    motion.check()?;
    let mut now = Bodies::empty(device, start.position.len())?;
    now.position.copy_from(&start.position)?;
    now.velocity.copy_from(&start.velocity)?;
    if ticks == 0 || start.position.is_empty() {
        return Ok(now);
    }
    let mut frog = Frog::new(device, pull, now, motion)?;
    let interval = motion.interval;
    frog.leap(interval / 2.0, interval)?;
    for _ in 1..ticks {
        frog.leap(interval, interval)?;
    }
    frog.leap(interval / 2.0, 0.0)?;
    Ok(frog.now)
}

/// What leaps: bodies, and where the next ones go.
pub(super) struct Frog {
    pull: Kernel,
    steps: Kernel,
    pub now: Bodies,
    next: Bodies,
    acceleration: [Stream<Vector4<f32>>; 2],
    none: Stream<Vector4<f32>>,
    softening: f32,
    of_registers: bool,
}

impl Frog {
    pub fn new(device: &Device, pull: &KernelSource, now: Bodies, motion: &Motion) -> Result<Frog> {
        let bodies = now.position.len();
        Ok(Frog {
            pull: device.kernel(&of(pull))?,
            steps: device.kernel(&MOVE)?,
            now,
            next: Bodies::empty(device, bodies)?,
            acceleration: [device.empty(bodies)?, device.empty(bodies)?],
            none: device.empty(bodies)?,
            softening: motion.softening * motion.softening,
            of_registers: *pull == REGISTERS,
        })
    }

    /// All bodies pull, block by block; then they are kicked for so many seconds, and drift.
    pub fn leap(&mut self, kick: f32, drift: f32) -> Result<()> {
        let bodies = self.now.position.len();
        let [acceleration, next] = &mut self.acceleration;
        for first in (0..bodies).step_by(BLOCK) {
            let before = if first == 0 { &self.none } else { &*acceleration };
            let call = self.pull.call().uniform("softening", self.softening).uniform("first", first as i32);
            let call = call.uniform("last", bodies.min(first + BLOCK) as i32).gather("acceleration", before);
            let call = call.gather("position", &self.now.position).output("result", next);
            // Fragments have their bodies from the rows of a texture.
            let in_rows = self.pull.era() == Era::Fragment;
            let call = if in_rows { call.uniform("row_bits", row_bits(&self.now.position)) } else { call };
            if self.of_registers {
                call.elements(bodies.div_ceil(GROUP) * GROUP / OWN).run()?
            } else {
                call.run()?
            }
            std::mem::swap(acceleration, next);
        }
        let call = self.steps.call().uniform("kick", kick).uniform("drift", drift);
        let call = call.input("position", &self.now.position).input("velocity", &self.now.velocity);
        let call = call.input("acceleration", acceleration).output("new_position", &mut self.next.position);
        call.output("new_velocity", &mut self.next.velocity).run()?;
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }
}
// ANCHOR_END: leapfrog
