//! The leapfrog: alternating kicks and drifts.

use super::{BLOCK, Bodies, Motion};
use crate::{Device, Kernel, KernelSource, Result, Stream, kernel_pair};
use nalgebra::Vector4;
use std::ops::Range;

const MOVE: KernelSource = kernel_pair!("simulations/nbody_move");

// ANCHOR: leapfrog
/// Runs half a kick, then alternating drifts and kicks, then half a kick.
pub(super) fn run_leapfrog(
    device: &Device,
    start: &Bodies,
    motion: &Motion,
    ticks: usize,
    add_block: impl FnMut(BodyBlock) -> Result<()>,
) -> Result<Bodies> {
    motion.check_values()?;
    let mut now = Bodies::empty(device, start.position.len())?;
    now.position.copy_from(&start.position)?;
    now.velocity.copy_from(&start.velocity)?;
    if ticks == 0 || start.position.is_empty() {
        return Ok(now);
    }
    let mut frog = Leapfrog::new(device, now, add_block)?;
    let interval = motion.interval;
    frog.kick_and_drift(interval / 2.0, interval)?;
    for _ in 1..ticks {
        frog.kick_and_drift(interval, interval)?;
    }
    frog.kick_and_drift(interval / 2.0, 0.0)?;
    Ok(frog.now)
}
// ANCHOR_END: leapfrog

// ANCHOR: block
/// A block of bodies that pull all others, and the accelerations of all bodies without the block (`before`) and with
/// it (`result`).
pub(super) struct BodyBlock<'a> {
    pub bodies: Range<usize>,
    pub position: &'a Stream<Vector4<f32>>,
    pub before: &'a Stream<Vector4<f32>>,
    pub result: &'a mut Stream<Vector4<f32>>,
}
// ANCHOR_END: block

/// State of the integration: the current and the next bodies. `add_block` adds the pull of a block.
#[derive(Debug)]
pub(super) struct Leapfrog<F> {
    add_block: F,
    steps: Kernel,
    pub now: Bodies,
    next: Bodies,
    acceleration: [Stream<Vector4<f32>>; 2],
    none: Stream<Vector4<f32>>,
}

impl<F: FnMut(BodyBlock) -> Result<()>> Leapfrog<F> {
    pub fn new(device: &Device, now: Bodies, add_block: F) -> Result<Leapfrog<F>> {
        let bodies = now.position.len();
        Ok(Leapfrog {
            add_block,
            steps: device.kernel(&MOVE)?,
            now,
            next: Bodies::empty(device, bodies)?,
            acceleration: [device.empty(bodies)?, device.empty(bodies)?],
            none: device.empty(bodies)?,
        })
    }

    // ANCHOR: pulls
    /// Sums the pulls of all bodies, block by block; then kicks the bodies by `kick` seconds, and drifts them by
    /// `drift` seconds.
    pub fn kick_and_drift(&mut self, kick: f32, drift: f32) -> Result<()> {
        let bodies = self.now.position.len();
        for first in (0..bodies).step_by(BLOCK) {
            let [sum, next] = &mut self.acceleration;
            (self.add_block)(BodyBlock {
                bodies: first..bodies.min(first + BLOCK),
                position: &self.now.position,
                before: if first == 0 { &self.none } else { sum },
                result: next,
            })?;
            self.acceleration.swap(0, 1);
        }
        // ANCHOR_END: pulls
        // ANCHOR: kick
        self.steps
            .call()
            .uniform("kick", kick)
            .uniform("drift", drift)
            .input("position", &self.now.position)
            .input("velocity", &self.now.velocity)
            .input("acceleration", &self.acceleration[0])
            .output("new_position", &mut self.next.position)
            .output("new_velocity", &mut self.next.velocity)
            .run()?;
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }
    // ANCHOR_END: kick
}
