//! The leapfrog: kicks and drifts by turns.

use super::{Bodies, Motion, of};
use crate::algorithms::simulations::row_bits;
use crate::{Device, Era, Kernel, KernelSource, Layout, Result, Stream, compute_kernel, fragment_kernel, kernel_pair};
use nalgebra::Vector4;

const MOVE: KernelSource = kernel_pair!("simulations/nbody_move");
const JOIN: KernelSource = fragment_kernel!("simulations/nbody_join");

/// Bodies of a block: turns of a loop, of which some drivers allow 65,535.
const BLOCK: usize = 1 << 14;

/// Bodies of an element or invocation that has several.
const OWN: usize = 4;

/// Bodies of a group of such invocations.
const GROUP: usize = 256;

/// How bodies pull.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    /// A body an element, which fetches all bodies.
    Plain,
    /// Four bodies a fragment, which writes four render targets.
    Targets,
    /// A body an invocation, tiles in shared memory.
    Shared,
    /// Four bodies an invocation, tiles in shared memory.
    Registers,
    /// Four bodies an invocation, which loads all bodies from an image.
    Images,
}

impl Way {
    fn kernel(self) -> KernelSource {
        of(&match self {
            Way::Plain => kernel_pair!("simulations/nbody"),
            Way::Targets => fragment_kernel!("simulations/nbody_four"),
            Way::Shared => compute_kernel!("simulations/nbody_shared"),
            Way::Registers => compute_kernel!("simulations/nbody_registers"),
            Way::Images => compute_kernel!("simulations/nbody_images"),
        })
    }
}

// ANCHOR: leapfrog
/// Half a kick, then drifts and kicks by turns, then half a kick.
pub(super) fn leapfrog(device: &Device, way: Way, start: &Bodies, motion: &Motion, ticks: usize) -> Result<Bodies> {
    motion.check()?;
    let mut now = Bodies::empty(device, start.position.len())?;
    now.position.copy_from(&start.position)?;
    now.velocity.copy_from(&start.velocity)?;
    if ticks == 0 || start.position.is_empty() {
        return Ok(now);
    }
    let mut frog = Frog::new(device, way, now, motion)?;
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
    way: Way,
    pull: Kernel,
    join: Option<Kernel>,
    steps: Kernel,
    pub now: Bodies,
    next: Bodies,
    /// The positions as an image.
    image: Option<Stream<Vector4<f32>>>,
    /// The sums of each fourth body.
    sums: Vec<Stream<Vector4<f32>>>,
    acceleration: [Stream<Vector4<f32>>; 2],
    none: Stream<Vector4<f32>>,
    softening: f32,
}

impl Frog {
    pub fn new(device: &Device, way: Way, now: Bodies, motion: &Motion) -> Result<Frog> {
        let bodies = now.position.len();
        let targets = if way == Way::Targets { OWN } else { 0 };
        let image = || device.empty_in(Layout::Packed, bodies);
        Ok(Frog {
            way,
            pull: device.kernel(&way.kernel())?,
            join: if way == Way::Targets { Some(device.kernel(&JOIN)?) } else { None },
            steps: device.kernel(&MOVE)?,
            now,
            next: Bodies::empty(device, bodies)?,
            image: if way == Way::Images { Some(image()?) } else { None },
            sums: (0..targets).map(|_| device.empty(bodies.div_ceil(OWN))).collect::<Result<_>>()?,
            acceleration: [device.empty(bodies)?, device.empty(bodies)?],
            none: device.empty(bodies)?,
            softening: motion.softening * motion.softening,
        })
    }

    /// All bodies pull, block by block; then they are kicked for so many seconds, and drift.
    pub fn leap(&mut self, kick: f32, drift: f32) -> Result<()> {
        let bodies = self.now.position.len();
        for first in (0..bodies).step_by(BLOCK) {
            self.add_block(first, bodies.min(first + BLOCK))?;
            self.acceleration.swap(0, 1);
        }
        let call = self.steps.call().uniform("kick", kick).uniform("drift", drift);
        let call = call.input("position", &self.now.position).input("velocity", &self.now.velocity);
        let call = call.input("acceleration", &self.acceleration[0]).output("new_position", &mut self.next.position);
        call.output("new_velocity", &mut self.next.velocity).run()?;
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    /// The bodies of a block pull all, in addition to those of the blocks before.
    fn add_block(&mut self, first: usize, last: usize) -> Result<()> {
        if let Some(image) = self.image.as_mut().filter(|_| first == 0) {
            image.copy_from(&self.now.position)?;
        }
        let position = self.image.as_ref().unwrap_or(&self.now.position);
        let [before, next] = &mut self.acceleration;
        let before = if first == 0 { &self.none } else { &*before };
        let call = self.pull.call().uniform("softening", self.softening);
        let call = call.uniform("first", first as i32).uniform("last", last as i32).gather("position", position);
        let in_rows = self.pull.era() == Era::Fragment || self.way == Way::Images;
        let call = if in_rows { call.uniform("row_bits", row_bits(position)) } else { call };
        let several = position.len().div_ceil(GROUP) * GROUP / OWN;
        match self.way {
            Way::Plain | Way::Shared => call.gather("acceleration", before).output("result", next).run(),
            Way::Registers | Way::Images => {
                call.gather("acceleration", before).output("result", next).elements(several).run()
            }
            Way::Targets => {
                const SUMS: [&str; OWN] = ["sum_0", "sum_1", "sum_2", "sum_3"];
                let outputs = SUMS.iter().zip(&mut self.sums);
                outputs.fold(call, |call, (name, sum)| call.output(name, sum)).run()?;
                let Some(join) = &self.join else { return Ok(()) };
                let call = SUMS.iter().zip(&self.sums).fold(join.call(), |call, (name, sum)| call.gather(name, sum));
                call.input("acceleration", before).output("result", next).run()
            }
        }
    }
}
// ANCHOR_END: leapfrog
