//! A flow on a device: its start, its steps and its readback.

use super::memory::LatticeMemory;
use super::{Distributions, FASTEST, Flow, Lattice, Scheme, StepKernel};
use crate::algorithms::reduce;
use crate::{Device, Era, Error, KernelSource, Result, Stream, compute_kernel, kernel_pair};
use nalgebra::Vector4;

const FIELDS: KernelSource = compute_kernel!("simulations/lattice_boltzmann_fields");
const SPEED: KernelSource = kernel_pair!("simulations/lattice_boltzmann_speed");

impl Lattice {
    /// Builds a lattice with fluid at rest.
    ///
    /// # Errors
    /// [`Error::Data`] for a flow that cannot be computed: it needs as many cells as its size, a relaxation time above
    /// 1/2 and velocities up to [`FASTEST`]. [`Error::Limit`] if it does not fit the device.
    pub fn new(device: &Device, flow: Flow) -> Result<Lattice> {
        let start = flow.moving(|_, _| [0.0; 2]);
        Lattice::start(device, flow, &start)
    }

    /// Builds a lattice from distributions, row after row; walls have zeros.
    ///
    /// # Errors
    /// As [`Lattice::new`], and if the count of distributions is not that of the cells.
    pub fn start(device: &Device, flow: Flow, start: &[Distributions]) -> Result<Lattice> {
        flow.check_values()?;
        if start.len() != flow.cells.len() {
            let given = start.len();
            let needed = flow.cells.len();
            return Err(Error::data(format!(
                "distributions of {given} cells given, the lattice has {needed}; Flow::moving makes them"
            )));
        }
        let links = device.stream_of(flow.size, &flow.link_bits())?;
        let mut now = LatticeMemory::empty(device, flow.size)?;
        now.write(&flow, start)?;
        let speed = libm::hypotf(flow.velocity[0], flow.velocity[1]);
        let brightest = if speed > 0.0 { 16.0 * speed / flow.size[1].max(1) as f32 } else { 0.01 };
        let device = device.clone();
        Ok(Lattice { device, flow, links, now, next: None, steps: 0, steps_per_frame: 20, brightest })
    }

    /// The flow.
    pub fn flow(&self) -> &Flow {
        &self.flow
    }

    /// Steps since the start.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// Reads the distributions after the last collision, each minus its weight, row after row.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Vec<Distributions>> {
        self.now.read()
    }

    /// Reads the fields of every cell: the resting distribution, the density minus 1, the velocity to the right and
    /// upwards.
    ///
    /// # Errors
    /// [`Error::Limit`] if they do not fit the device.
    pub fn fields(&self) -> Result<Vec<Vector4<f32>>> {
        self.with_fields(|fields| fields.read())
    }

    /// Returns the maximum speed of a cell, in cells per step; NaN if any is NaN.
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

    /// Checks that the flow is still stable.
    ///
    /// # Errors
    /// [`Error::Data`] if it is unstable: a cell is faster than [`FASTEST`], or its speed is NaN.
    pub fn check(&self) -> Result<()> {
        let speed = self.fastest()?;
        if speed <= FASTEST {
            return Ok(());
        }
        let steps = self.steps;
        let time = self.flow.relaxation_time();
        Err(Error::data(format!(
            "the flow became unstable within {steps} steps: a cell flows {speed} cells per step, the limit is \
             {FASTEST}; the relaxation time is {time} and must stay well above 0.5: give a lower speed, a greater \
             viscosity or more cells"
        )))
    }

    pub(super) fn with_fields<T>(&self, look: impl FnOnce(&Stream<Vector4<f32>>) -> Result<T>) -> Result<T> {
        let distributions = match &self.now {
            LatticeMemory::Textures(textures) => return look(&textures[2]),
            LatticeMemory::Buffer(distributions) => distributions,
        };
        let mut fields = self.device.empty(self.flow.size)?;
        self.device
            .kernel(&FIELDS)?
            .call()
            .gather("links", &self.links)
            .uniform("force", self.flow.force)
            .gather("distributions", distributions)
            .output("result", &mut fields)
            .run()?;
        look(&fields)
    }

    /// Advances by `steps` steps, by the fastest rung that fits.
    ///
    /// # Errors
    /// As [`super::lattice_boltzmann`](fn@super::lattice_boltzmann).
    pub fn run(&mut self, steps: usize) -> Result<()> {
        let kernel = StepKernel::new(&self.device, self.fastest_scheme())?;
        let mut next = match self.next.take() {
            Some(next) => next,
            None => LatticeMemory::empty(&self.device, self.flow.size)?,
        };
        for _ in 0..steps {
            self.run_step(&kernel, &self.now, &mut next)?;
            std::mem::swap(&mut self.now, &mut next);
        }
        self.next = Some(next);
        self.steps += steps;
        Ok(())
    }

    fn fastest_scheme(&self) -> Scheme {
        match self.device.era() {
            Era::Compute if self.flow.size[0].is_multiple_of(4) => Scheme::Fours,
            _ => Scheme::Cells,
        }
    }

    /// Builds a lattice whose memory is `now`, reached by `steps` steps from this one.
    pub(super) fn with_memory(&self, device: &Device, steps: usize, now: LatticeMemory) -> Result<Lattice> {
        let links = device.copy_of(&self.links)?;
        let flow = self.flow.clone();
        let brightest = self.brightest;
        let steps_per_frame = self.steps_per_frame;
        let steps = self.steps + steps;
        Ok(Lattice { device: device.clone(), flow, links, now, next: None, steps, steps_per_frame, brightest })
    }
}
