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
#[derive(Clone, Copy)]
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
    pull: Kernel,
    room: Room,
    steps: Kernel,
    pub now: Bodies,
    next: Bodies,
    acceleration: [Stream<Vector4<f32>>; 2],
    none: Stream<Vector4<f32>>,
    softening: f32,
}

/// What a way needs besides the bodies and their accelerations.
enum Room {
    /// Nothing; so many elements a dispatch where that is not one a body.
    Nothing(Option<usize>),
    /// The positions as an image, and the elements of a dispatch.
    Image(Stream<Vector4<f32>>, usize),
    /// The sums of each fourth body, and what puts them together.
    Sums(Vec<Stream<Vector4<f32>>>, Kernel),
}

impl Frog {
    pub fn new(device: &Device, way: Way, now: Bodies, motion: &Motion) -> Result<Frog> {
        let bodies = now.position.len();
        let several = bodies.div_ceil(GROUP) * GROUP / OWN;
        let sum = || device.empty(bodies.div_ceil(OWN));
        Ok(Frog {
            pull: device.kernel(&way.kernel())?,
            room: match way {
                Way::Plain | Way::Shared => Room::Nothing(None),
                Way::Registers => Room::Nothing(Some(several)),
                Way::Images => Room::Image(device.empty_in(Layout::Packed, bodies)?, several),
                Way::Targets => Room::Sums((0..OWN).map(|_| sum()).collect::<Result<_>>()?, device.kernel(&JOIN)?),
            },
            steps: device.kernel(&MOVE)?,
            now,
            next: Bodies::empty(device, bodies)?,
            acceleration: [device.empty(bodies)?, device.empty(bodies)?],
            none: device.empty(bodies)?,
            softening: motion.softening * motion.softening,
        })
    }

    /// All bodies pull, block by block; then they are kicked for so many seconds, and drift.
    pub fn leap(&mut self, kick: f32, drift: f32) -> Result<()> {
        if let Room::Image(image, _) = &mut self.room {
            image.copy_from(&self.now.position)?;
        }
        let bodies = self.now.position.len();
        for first in (0..bodies).step_by(BLOCK) {
            self.add_block(first, bodies.min(first + BLOCK))?;
            self.acceleration.swap(0, 1);
        }
        let call = self.steps.call().uniform("kick", kick).uniform("drift", drift);
        let call = call.input("position", &self.now.position).input("velocity", &self.now.velocity);
        let call = call
            .input("acceleration", &self.acceleration[0])
            .output("new_position", &mut self.next.position);
        call.output("new_velocity", &mut self.next.velocity).run()?;
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    /// The bodies of a block pull all, in addition to those of the blocks before.
    fn add_block(&mut self, first: usize, last: usize) -> Result<()> {
        let [before, next] = &mut self.acceleration;
        let before = if first == 0 { &self.none } else { &*before };
        let call = self.pull.call().uniform("softening", self.softening);
        let call = call.uniform("first", first as i32).uniform("last", last as i32);
        let position = &self.now.position;
        // In a texture or an image the bodies are in rows.
        let in_rows = self.pull.era() == Era::Fragment;
        let call = if in_rows { call.uniform("row_bits", row_bits(position)) } else { call };
        match &mut self.room {
            Room::Nothing(several) => {
                let call = call
                    .gather("position", position)
                    .gather("acceleration", before)
                    .output("result", next);
                let call = if let Some(several) = several { call.elements(*several) } else { call };
                call.run()
            }
            Room::Image(image, several) => {
                let call = call.uniform("row_bits", row_bits(image)).gather("position", image);
                call.gather("acceleration", before)
                    .output("result", next)
                    .elements(*several)
                    .run()
            }
            Room::Sums(sums, join) => {
                const SUMS: [&str; OWN] = ["sum_0", "sum_1", "sum_2", "sum_3"];
                let call = call.gather("position", position);
                SUMS.iter()
                    .zip(&mut *sums)
                    .fold(call, |call, (name, sum)| call.output(name, sum))
                    .run()?;
                let call = SUMS
                    .iter()
                    .zip(&*sums)
                    .fold(join.call(), |call, (name, sum)| call.gather(name, sum));
                call.input("acceleration", before).output("result", next).run()
            }
        }
    }
}
// ANCHOR_END: leapfrog
