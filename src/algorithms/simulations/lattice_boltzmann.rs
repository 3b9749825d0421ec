//! Lattice Boltzmann: fluid as nine distributions per cell, which stream to the neighbours and collide there.
//!
#![doc = table!()]
//!
//! The bytes are the least traffic: nine floats in, nine out and a word of links, or three texels in, three out
//! and the word.
//!
//! A step pulls: a cell gathers what its eight neighbours sent to it, because a fragment cannot scatter, and then
//! collides. So memory holds the distributions after their collision. Each is stored minus its weight, so that
//! fluid at rest is zeros.
//!
//! A flow becomes unstable if the [relaxation time](Flow::relaxation_time) is close to 1/2, or its speed exceeds
//! [`FASTEST`]; [`Lattice::check`] reports it.
//!
//! Sources: Qian, d'Humières and Lallemand, Lattice BGK Models for Navier-Stokes Equation, Europhysics
//! Letters 17, 1992 (nine directions); He and Luo, Lattice Boltzmann Model for the Incompressible
//! Navier-Stokes Equation, J. Statistical Physics 88, 1997 (the equilibrium); Ladd, J. Fluid Mechanics 271,
//! 1994 (walls); Ginzburg, Verhaeghe and d'Humières, Communications in Computational Physics 3, 2008 (two
//! rates); Guo, Zheng and Shi, Physical Review E 65, 2002 (forces); Li, Wei and Kaufman, Implementing Lattice
//! Boltzmann Computation on Graphics Hardware, The Visual Computer 19, 2003, and Li, Fan, Wei and Kaufman,
//! GPU Gems 2, chapter 47 (packed in textures); Bailey, Myre, Walsh, Lilja and Saar, Accelerating Lattice
//! Boltzmann Fluid Flow Simulations Using Graphics Processors, 2009 (in place).
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::lattice_boltzmann::{
//!     self, Collision, Distributions, FASTEST, FloatLattice, Flow, Lattice, Site, equilibrium,
//! };
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let flow = Flow { collision: Collision::TwoRates, ..Flow::torus([8, 6], 0.1) };
//! assert!(flow.relaxation_time() > 0.5);
//! let start: Vec<Distributions> = flow.moving(|_, y| [0.01 * y as f32, 0.0]);
//! let wanted = lattice_boltzmann::reference(&flow, &start, 2);
//! let old = Lattice::start(&fragment, flow.clone(), &start)?;
//! let new = Lattice::start(&compute, flow.clone(), &start)?;
//! let near = |given: &Distributions, wanted: &[f64; 9]| {
//!     given
//!         .iter()
//!         .zip(wanted)
//!         .all(|(given, wanted)| (f64::from(*given) - wanted).abs() < 1e-5)
//! };
//! let floats = FloatLattice::start(&fragment, flow.clone(), &start)?;
//! let later = lattice_boltzmann::fragment_2005(&fragment, &floats, 2)?.read()?;
//! assert!(later.iter().zip(&wanted).all(|(given, wanted)| near(given, wanted)));
//! for lattice in [
//!     lattice_boltzmann::fragment(&fragment, &old, 2)?,
//!     lattice_boltzmann::compute(&compute, &new, 2)?,
//!     lattice_boltzmann::compute_in_place(&compute, &new, 2)?,
//!     lattice_boltzmann::compute_fours(&compute, &new, 2)?,
//! ] {
//!     assert!(lattice.read()?.iter().zip(&wanted).all(|(given, wanted)| near(given, wanted)));
//!     assert_eq!(lattice.steps(), 2);
//! }
//!
//! // Flows with walls, and one cell of fluid at rest.
//! let mut channel = Flow::channel([8, 6], 0.1, 1e-4);
//! channel.fill(|x, y| if (x, y) == (4, 3) { Site::Wall } else { Site::Fluid });
//! assert!(Flow::cavity(6, 10.0, 0.1).cells.len() >= 36);
//! assert_eq!(Flow::cylinder([20, 10], 10.0, 0.1).size, [20, 10]);
//! assert!((equilibrium(1.0, [0.0, 0.0]).iter().sum::<f32>() - 1.0).abs() < 1e-6);
//!
//! let mut lattice = Lattice::new(&compute, channel)?;
//! lattice.run(1)?;
//! lattice.check()?;
//! assert!(lattice.fastest()? < FASTEST);
//! assert_eq!(lattice.fields()?.len(), lattice.flow().cells.len());
//! # Ok::<(), gristmill::Error>(())
//! ```

mod flow;
mod in_place;
mod lattice;
mod memory;
mod of_2005;
mod reference;
mod scene;
mod trial;

use crate::{Call, Device, Era, Error, Kernel, KernelSource, Result, Stream, compute_kernel, kernel_pair};

pub use flow::{Collision, Distributions, FASTEST, Flow, Site, equilibrium};
pub use in_place::compute_in_place;
use memory::LatticeMemory;
pub use of_2005::{FloatLattice, fragment_2005};
pub use reference::reference;
#[cfg(feature = "emulator")]
pub(in crate::algorithms) use trial::build_inputs;
use trial::{trial, trial_2005};

rungs! {
    "fluid by lattice Boltzmann, nine directions, 8 steps among walls", 1 << 13, trial;
    fragment: "nine distributions in three texels, a fragment per cell",
        "1 pass per step; 100 bytes per cell, 2 copies of the lattice", "Li, Wei and Kaufman 2003";
    fragment_2005: "the same, walls as numbers; one pass pulls, one collides",
        "2 passes per step; 228 bytes per cell, 2 copies and two thirds of one", "Li, Wei and Kaufman 2003", on "radeon-9700",
        by trial_2005;
    compute: "a structure of arrays, an invocation per cell", "1 dispatch per step; 76 bytes per cell, 2 copies",
        "Qian et al. 1992";
    compute_fours: "an invocation for four cells of a row", "1 dispatch per step; 76 bytes per cell, 2 copies",
        "vector loads";
    compute_in_place: "each cell writes where it read", "1 dispatch per step; 76 bytes per cell, 1 copy",
        "Bailey et al. 2009";
}

const STEP: KernelSource = kernel_pair!("simulations/lattice_boltzmann");
const FOURS: KernelSource = compute_kernel!("simulations/lattice_boltzmann_fours");

/// A flow on a device.
#[derive(Debug)]
pub struct Lattice {
    device: Device,
    flow: Flow,
    links: Stream<u32>,
    now: LatticeMemory,
    /// Output of the next step.
    next: Option<LatticeMemory>,
    steps: usize,
    /// Steps per frame of the scene; initially 20.
    pub steps_per_frame: usize,
    /// The vorticity that pictures draw brightest, in radians per step; initially that of a vortex with the speed of
    /// the walls, of which 16 fit in the height.
    pub brightest: f32,
}

/// Returns the lattice `steps` steps later, in the device's era.
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
/// [`Error::Call`] if the lattice was built in the other era.
pub fn lattice_boltzmann(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    match device.era() {
        Era::Fragment => fragment(device, start, steps),
        Era::Compute if start.flow.size[0].is_multiple_of(4) => compute_fours(device, start, steps),
        Era::Compute => compute(device, start, steps),
    }
}

/// Runs one fragment per cell: nine fetches, three outputs.
///
/// # Errors
/// As [`lattice_boltzmann`].
pub fn fragment(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    let device = &device.with_era(Era::Fragment)?;
    start.with_memory(device, steps, start.run_steps(device, Scheme::Cells, steps)?)
}

/// Runs one invocation per cell.
///
/// # Errors
/// As [`lattice_boltzmann`].
pub fn compute(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    let device = &device.with_era(Era::Compute)?;
    start.with_memory(device, steps, start.run_steps(device, Scheme::Cells, steps)?)
}

/// Runs one invocation per four cells of a row.
///
/// # Errors
/// As [`lattice_boltzmann`], and if the width is not a multiple of 4.
pub fn compute_fours(device: &Device, start: &Lattice, steps: usize) -> Result<Lattice> {
    let device = &device.with_era(Era::Compute)?;
    start.check_era(device)?;
    let width = start.flow.size[0];
    if !width.is_multiple_of(4) {
        let whole = width.next_multiple_of(4);
        return Err(Error::call(
            "lattice_boltzmann_fours.comp",
            format!("rows of {width} cells given, it needs a multiple of 4; make them {whole} with walls"),
        ));
    }
    start.with_memory(device, steps, start.run_steps(device, Scheme::Fours, steps)?)
}

/// Cells per invocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Cells,
    Fours,
}

/// The kernel of a step, and its scheme.
struct StepKernel {
    kernel: Kernel,
    scheme: Scheme,
}

impl StepKernel {
    fn new(device: &Device, scheme: Scheme) -> Result<StepKernel> {
        let kernel = match scheme {
            Scheme::Cells => device.kernel(&STEP)?,
            Scheme::Fours => device.kernel(&FOURS)?,
        };
        Ok(StepKernel { kernel, scheme })
    }
}

// ANCHOR: steps
impl Lattice {
    /// Returns the memory after `steps` steps, each from one memory to another; the memory of `self` does not change.
    fn run_steps(&self, device: &Device, scheme: Scheme, steps: usize) -> Result<LatticeMemory> {
        self.check_era(device)?;
        if steps == 0 {
            return self.now.copy(device);
        }
        let kernel = StepKernel::new(device, scheme)?;
        let mut now = LatticeMemory::empty(device, self.flow.size)?;
        self.run_step(&kernel, &self.now, &mut now)?;
        let mut next = LatticeMemory::empty(device, self.flow.size)?;
        for _ in 1..steps {
            self.run_step(&kernel, &now, &mut next)?;
            std::mem::swap(&mut now, &mut next);
        }
        Ok(now)
    }
    // ANCHOR_END: steps

    /// Runs one step from one memory to another.
    fn run_step(
        &self,
        StepKernel { kernel, scheme }: &StepKernel,
        from: &LatticeMemory,
        to: &mut LatticeMemory,
    ) -> Result<()> {
        // ANCHOR: step
        let call = self.prepare_call(kernel);
        match (from, to) {
            (LatticeMemory::Textures(now), LatticeMemory::Textures(next)) => {
                let [axes, diagonals, rests] = now.as_ref();
                let [new_axes, new_diagonals, new_rests] = next.as_mut();
                call.gather("axes", axes)
                    .gather("diagonals", diagonals)
                    .gather("rests", rests)
                    .output("new_axes", new_axes)
                    .output("new_diagonals", new_diagonals)
                    .output("new_rests", new_rests)
                    .run()
            }
            (LatticeMemory::Buffer(distributions), LatticeMemory::Buffer(result)) => call
                .gather("distributions", distributions)
                .output("result", result)
                .groups(self.count_groups(kernel, if *scheme == Scheme::Fours { 4 } else { 1 }))
                .run(),
            _ => Err(Error::call("lattice_boltzmann", "the lattice belongs to the other era; build it on this device")),
        }
        // ANCHOR_END: step
    }

    /// Prepares a call with the arguments of the flow, which are the same in each step.
    fn prepare_call<'a>(&'a self, kernel: &'a Kernel) -> Call<'a> {
        kernel
            .call()
            .gather("links", &self.links)
            .uniform("rates", self.flow.relaxation_rates().map(|rate| rate as f32))
            .uniform("force", self.flow.force)
            .uniform("velocity", self.flow.velocity)
    }

    /// Returns the work groups that cover all cells, with `cells` cells of a row per invocation.
    fn count_groups(&self, kernel: &Kernel, cells: u32) -> [u32; 3] {
        let [width, height] = self.flow.size.map(|extent| extent as u32);
        let [x, y, _] = kernel.group_size();
        [width.div_ceil(cells).div_ceil(x), height.div_ceil(y), 1]
    }

    fn check_era(&self, device: &Device) -> Result<()> {
        let era = self.device.era();
        let here = device.era();
        if era == here {
            return Ok(());
        }
        Err(Error::call(
            "lattice_boltzmann",
            format!("the lattice is laid out for the {era} era; make it on a device of the era that runs it"),
        ))
    }
}
