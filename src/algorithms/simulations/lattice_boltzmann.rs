//! Lattice Boltzmann: fluid as nine numbers a cell, which fly to the next cells and collide there.
//!
//! | era | rung | method | passes or dispatches | copies of the lattice | bytes a cell and step |
//! |---|---|---|---|---|---|
//! | fragment | `fragment` | a fragment a cell, three outputs of four lanes | one a step | 2 | 100 |
//! | compute | `compute` | an invocation a cell, a structure of arrays | one a step | 2 | 76 |
//! | compute | `compute_fours` | an invocation for four cells of a row | one a step | 2 | 76 |
//! | compute | `compute_in_place` | each cell writes where it read | one a step | 1 | 76 |
//!
//! The bytes are those that must move: nine floats in, nine out and a word of links, or three texels in, three out and the word.
//!
//! A step pulls: a cell gathers what its eight neighbours sent its way, since no fragment could scatter, and then lets it collide. So what
//! lies in memory between two steps is distributions after their collision. Each is kept less its weight, so that fluid at rest is zeros.
//!
//! A flow blows up where the [relaxation time](Flow::relaxation_time) comes near 1/2, or where it gets faster than [`FASTEST`];
//! [`Lattice::check`] sees it, and says it.
//!
//! Sources: Qian, d'Humières and Lallemand, Lattice BGK Models for Navier-Stokes Equation, Europhysics Letters 17, 1992 (nine directions);
//! He and Luo, Lattice Boltzmann Model for the Incompressible Navier-Stokes Equation, J. Statistical Physics 88, 1997 (the equilibrium);
//! Ladd, J. Fluid Mechanics 271, 1994 (walls); Ginzburg, Verhaeghe and d'Humières, Communications in Computational Physics 3, 2008 (two
//! rates); Guo, Zheng and Shi, Physical Review E 65, 2002 (forces); Li, Wei and Kaufman, Implementing Lattice Boltzmann Computation on
//! Graphics Hardware, The Visual Computer 19, 2003, and Li, Fan, Wei and Kaufman, GPU Gems 2, chapter 47 (packed in textures); Bailey, Myre,
//! Walsh, Lilja and Saar, Accelerating Lattice Boltzmann Fluid Flow Simulations Using Graphics Processors, 2009 (in place).

mod flow;
mod memory;
mod reference;
mod row;
mod scene;

pub use flow::{Cell, Collision, Distributions, FASTEST, Flow, equilibrium};
pub use reference::reference;
pub(in crate::algorithms) use row::ROW;
#[cfg(test)]
pub(in crate::algorithms) use row::made;

use super::super::reduce;
use crate::{Call, Device, Era, Error, Kernel, KernelSource, Result, Stream, compute_kernel, kernel_pair};
use memory::Memory;
use nalgebra::Vector4;

const STEP: KernelSource = kernel_pair!("simulations/lattice_boltzmann");
const FOURS: KernelSource = compute_kernel!("simulations/lattice_boltzmann_fours");
const IN_PLACE: KernelSource = compute_kernel!("simulations/lattice_boltzmann_in_place");
const FIELDS: KernelSource = compute_kernel!("simulations/lattice_boltzmann_fields");
const SPEED: KernelSource = kernel_pair!("simulations/lattice_boltzmann_speed");

fn with_collision(source: KernelSource) -> KernelSource {
    source.include("lattice_boltzmann.glsl", include_str!("../../../kernel_includes/lattice_boltzmann.glsl"))
}

/// A flow on a device.
pub struct Lattice {
    device: Device,
    flow: Flow,
    links: Stream<u32>,
    now: Memory,
    /// What the next step writes.
    next: Option<Memory>,
    steps: usize,
    /// Steps that a frame of the scene takes; 20 at first.
    pub steps_a_frame: usize,
    /// The spin that pictures draw brightest, in turns by radians a step; at first that of a vortex as fast as the walls, 16 of them a height.
    pub brightest: f32,
}

impl Lattice {
    /// A lattice whose fluid rests.
    ///
    /// # Errors
    /// [`Error::Data`] for a flow that cannot be computed: as many cells as it has columns and rows, a relaxation time above 1/2 and
    /// velocities up to [`FASTEST`] are needed. [`Error::Limit`] where it does not fit the machine.
    pub fn new(device: &Device, flow: Flow) -> Result<Lattice> {
        let start = flow.moving(|_, _| [0.0; 2]);
        Lattice::start(device, flow, &start)
    }

    /// A lattice with these distributions in its cells, row after row; walls have zeros.
    ///
    /// # Errors
    /// As [`Lattice::new`], and where there are fewer or more than cells.
    pub fn start(device: &Device, flow: Flow, start: &[Distributions]) -> Result<Lattice> {
        flow.check()?;
        if start.len() != flow.cells.len() {
            let (given, needed) = (start.len(), flow.cells.len());
            return Err(Error::data(format!(
                "distributions of {given} cells given, the lattice has {needed}; Flow::moving makes them"
            )));
        }
        let links = device.stream_of(flow.size, &flow.links())?;
        let mut now = Memory::empty(device, flow.size)?;
        now.write(&flow, start)?;
        let speed = flow.velocity[0].hypot(flow.velocity[1]);
        let brightest = if speed > 0.0 { 16.0 * speed / flow.size[1].max(1) as f32 } else { 0.01 };
        let device = device.clone();
        Ok(Lattice { device, flow, links, now, next: None, steps: 0, steps_a_frame: 20, brightest })
    }

    /// What flows.
    pub fn flow(&self) -> &Flow {
        &self.flow
    }

    /// The steps since the start.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// So many steps further, by the fastest rung that fits.
    ///
    /// # Errors
    /// As [`lattice_boltzmann`].
    pub fn run(&mut self, steps: usize) -> Result<()> {
        let kernel = self.kernel(self.best())?;
        let mut next = match self.next.take() {
            Some(next) => next,
            None => Memory::empty(&self.device, self.flow.size)?,
        };
        for _ in 0..steps {
            self.step(&kernel, &self.now, &mut next)?;
            std::mem::swap(&mut self.now, &mut next);
        }
        self.next = Some(next);
        self.steps += steps;
        Ok(())
    }

    /// The distributions after the last collision, each less its weight, row after row.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Vec<Distributions>> {
        self.now.read()
    }

    /// Of every cell the resting distribution, the density less 1, and the velocity to the right and upwards.
    ///
    /// # Errors
    /// [`Error::Limit`] where they do not fit the machine.
    pub fn fields(&self) -> Result<Vec<Vector4<f32>>> {
        self.with_fields(|fields| fields.read())
    }

    /// The greatest speed of a cell, in cells a step. NaN where a number is none.
    ///
    /// # Errors
    /// As [`Lattice::fields`].
    pub fn fastest(&self) -> Result<f32> {
        if self.links.is_empty() {
            return Ok(0.0);
        }
        self.with_fields(|fields| {
            let mut speeds = self.device.empty(self.flow.size)?;
            self.device
                .kernel(&SPEED)?
                .call()
                .input("fields", fields)
                .output("result", &mut speeds)
                .run()?;
            reduce::value(&self.device, reduce::Operation::Max, &speeds)
        })
    }

    /// Whether the flow can be believed.
    ///
    /// # Errors
    /// [`Error::Data`] where it blew up: where a cell is faster than [`FASTEST`], or its speed no number.
    pub fn check(&self) -> Result<()> {
        let speed = self.fastest()?;
        if speed <= FASTEST {
            return Ok(());
        }
        let (steps, time) = (self.steps, self.flow.relaxation_time());
        Err(Error::data(format!(
            "the flow blew up within {steps} steps: a cell flows {speed} cells a step, the limit is {FASTEST}; the relaxation time is {time} and \
             must stay well above 0.5: give a lower speed, a greater viscosity or more cells"
        )))
    }

    fn with_fields<T>(&self, look: impl FnOnce(&Stream<Vector4<f32>>) -> Result<T>) -> Result<T> {
        let distributions = match &self.now {
            Memory::Textures(textures) => return look(&textures[2]),
            Memory::Buffer(distributions) => distributions,
        };
        let mut fields = self.device.empty(self.flow.size)?;
        with_collision_call(&self.device.kernel(&with_collision(FIELDS))?, &self.links)
            .uniform("force", self.flow.force)
            .gather("distributions", distributions)
            .output("result", &mut fields)
            .run()?;
        look(&fields)
    }

    fn best(&self) -> Scheme {
        match self.device.era() {
            Era::Compute if self.flow.size[0].is_multiple_of(4) => Scheme::Fours,
            _ => Scheme::Cells,
        }
    }

    fn kernel(&self, scheme: Scheme) -> Result<StepKernel> {
        let source = match scheme {
            Scheme::Cells => STEP,
            Scheme::Fours => FOURS,
            Scheme::InPlace => IN_PLACE,
        };
        Ok(StepKernel { kernel: self.device.kernel(&with_collision(source))?, scheme })
    }

    // ANCHOR: step
    /// One step from a memory to another.
    fn step(&self, kernel: &StepKernel, from: &Memory, to: &mut Memory) -> Result<()> {
        let call = self.call(&kernel.kernel);
        match (from, to) {
            (Memory::Textures(now), Memory::Textures(next)) => {
                let [axes, diagonals, rests] = now.as_ref();
                let [new_axes, new_diagonals, new_rests] = next.as_mut();
                let call = call.gather("axes", axes).gather("diagonals", diagonals).gather("rests", rests);
                let call = call.output("new_axes", new_axes).output("new_diagonals", new_diagonals);
                call.output("new_rests", new_rests).run()
            }
            (Memory::Buffer(distributions), Memory::Buffer(result)) => {
                let call = call.gather("distributions", distributions).output("result", result);
                call.groups(self.groups(kernel)).run()
            }
            _ => Err(Error::call("lattice_boltzmann", "the lattice is of the other era; make it on this device")),
        }
    }
    // ANCHOR_END: step

    fn call<'a>(&'a self, kernel: &'a Kernel) -> Call<'a> {
        let call = with_collision_call(kernel, &self.links).uniform("rates", self.flow.rates().map(|rate| rate as f32));
        call.uniform("force", self.flow.force).uniform("velocity", self.flow.velocity)
    }

    /// The work groups that cover all cells.
    fn groups(&self, StepKernel { kernel, scheme }: &StepKernel) -> [u32; 3] {
        let [width, height] = self.flow.size.map(|extent| extent as u32);
        let columns = if *scheme == Scheme::Fours { width.div_ceil(4) } else { width };
        let [x, y, _] = kernel.group_size();
        [columns.div_ceil(x), height.div_ceil(y), 1]
    }

    /// The lattice so many steps later; this one stays as it is.
    fn after(&self, device: &Device, scheme: Scheme, steps: usize) -> Result<Lattice> {
        if device.era() != self.device.era() {
            let era = self.device.era();
            return Err(Error::call(
                "lattice_boltzmann",
                format!("the lattice is laid out for the {era} era; make it on a device of the era that runs it"),
            ));
        }
        if scheme == Scheme::Fours && !self.flow.size[0].is_multiple_of(4) {
            let width = self.flow.size[0];
            return Err(Error::call(
                "lattice_boltzmann_fours.comp",
                format!(
                    "rows of {width} cells given, it takes whole fours; make them {} with walls",
                    width.next_multiple_of(4)
                ),
            ));
        }
        let (device, kernel) = (device.clone(), self.kernel(scheme)?);
        let links = device.copy_of(&self.links)?;
        let (flow, brightest, steps_a_frame) = (self.flow.clone(), self.brightest, self.steps_a_frame);
        let now = match (scheme, steps) {
            (Scheme::InPlace, _) => self.in_place(&device, &kernel, steps)?,
            (_, 0) => self.now.copy(&device)?,
            _ => {
                let mut now = Memory::empty(&device, flow.size)?;
                self.step(&kernel, &self.now, &mut now)?;
                let mut next = Memory::empty(&device, flow.size)?;
                for _ in 1..steps {
                    self.step(&kernel, &now, &mut next)?;
                    std::mem::swap(&mut now, &mut next);
                }
                now
            }
        };
        Ok(Lattice { device, flow, links, now, next: None, steps: self.steps + steps, steps_a_frame, brightest })
    }

    fn in_place(&self, device: &Device, kernel: &StepKernel, steps: usize) -> Result<Memory> {
        if !steps.is_multiple_of(2) {
            return Err(Error::call(
                "lattice_boltzmann_in_place.comp",
                format!("{steps} steps given, it takes them in pairs; give an even number"),
            ));
        }
        let mut now = self.now.copy(device)?;
        if let Memory::Buffer(distributions) = &mut now {
            for step in 0..steps {
                let call = self.call(&kernel.kernel).uniform("second", (step % 2) as i32);
                call.update("distributions", distributions).groups(self.groups(kernel)).run()?;
            }
        }
        Ok(now)
    }
}

fn with_collision_call<'a>(kernel: &'a Kernel, links: &'a Stream<u32>) -> Call<'a> {
    kernel.call().gather("links", links)
}

/// Which kernel takes a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Cells,
    Fours,
    InPlace,
}

struct StepKernel {
    kernel: Kernel,
    scheme: Scheme,
}

/// The lattice so many steps later, in the device's era.
///
/// ```
/// use gristmill::algorithms::lattice_boltzmann::{Flow, Lattice, lattice_boltzmann};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let start = Lattice::new(&device, Flow::cavity(14, 100.0, 0.1))?;
/// let flowing = lattice_boltzmann(&device, &start, 10)?;
/// flowing.check()?;
/// assert!(flowing.fastest()? > 0.0 && start.fastest()? == 0.0);
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// [`Error::Call`] where the lattice was made in the other era.
pub fn lattice_boltzmann(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    match device.era() {
        Era::Fragment => fragment(device, start, steps),
        Era::Compute if start.flow.size[0].is_multiple_of(4) => compute_fours(device, start, steps),
        Era::Compute => compute(device, start, steps),
    }
}

/// One fragment a cell: nine fetches, three outputs.
///
/// # Errors
/// As [`lattice_boltzmann`].
pub fn fragment(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    start.after(&device.with_era(Era::Fragment)?, Scheme::Cells, steps)
}

/// One invocation a cell.
///
/// # Errors
/// As [`lattice_boltzmann`].
pub fn compute(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    start.after(&device.with_era(Era::Compute)?, Scheme::Cells, steps)
}

/// One invocation for four cells of a row.
///
/// # Errors
/// As [`lattice_boltzmann`], and where rows are not whole fours.
pub fn compute_fours(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    start.after(&device.with_era(Era::Compute)?, Scheme::Fours, steps)
}

/// One invocation a cell, on a single copy of the lattice.
///
/// # Errors
/// As [`lattice_boltzmann`], and for an odd number of steps: the two of a pair differ.
pub fn compute_in_place(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    start.after(&device.with_era(Era::Compute)?, Scheme::InPlace, steps)
}
