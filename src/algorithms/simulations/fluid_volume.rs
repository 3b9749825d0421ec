//! A fluid in a volume: smoke that rises in a closed box. Per step of s sweeps:
//!
#![doc = table!()]
//!
//! The method is that of [`super::fluid`] with one more axis: velocities on the faces between cells,
//! semi-Lagrangian advection, the pressure by Jacobi's iteration. A cell is four numbers, three velocities and
//! its smoke, so that one kernel advects them all.
//!
//! Sources: Stam, Stable Fluids, SIGGRAPH 1999; Harris, Baxter, Scheuermann and Lastra, Simulation of Cloud
//! Dynamics on Graphics Hardware, Graphics Hardware 2003 (flat volumes); Fedkiw, Stam and Jensen, SIGGRAPH
//! 2001 (smoke); GPU Gems 2, chapter 33.
//!
//! All rungs on the same data:
//!
//! ```
//! use gristmill::algorithms::fluid_volume::{self, Chimney, Smoke, Volume};
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let (still, none) = (Smoke::still([4, 5, 6]), Chimney::default());
//! assert_eq!(fluid_volume::reference(&still, &none, 1)?, still); // a fluid at rest stays at rest
//! assert_eq!(fluid_volume::fragment(&fragment, &still, &none, 1)?, still);
//! assert_eq!(fluid_volume::fragment_2005(&fragment, &still, &none, 1)?, still);
//! assert_eq!(fluid_volume::compute(&compute, &still, &none, 1)?, still);
//!
//! let (start, chimney) = Smoke::chimney([6, 8, 6]);
//! let mut volume = Volume::new(&compute, &start, chimney)?;
//! volume.steps(1)?;
//! assert_ne!(volume.read()?, start);
//! assert!(volume.divergence()?.iter().all(|most| most.is_finite()));
//! # Ok::<(), gristmill::Error>(())
//! ```

mod of_2005;
mod reference;
mod scene;
mod smoke;
mod trial;

use crate::{Device, Era, Kernel, KernelSource, Layout, PingPong, Result, Shape, Stream, kernel_pair};
use nalgebra::Vector4;

pub use of_2005::fragment_2005;
pub use reference::reference;
pub use smoke::{Chimney, Smoke};
use trial::trial;

rungs! {
    "stable fluids in a volume, smoke that rises, 2 steps", 16 * 16 * 16, trial;
    fragment: "slices side by side in a texture", "3 + s passes", "Harris et al. 2003";
    fragment_2005: "a pass for each number of a cell and for its way", "11 + s passes", "Harris et al. 2003",
        on "radeon-9700", by of_2005::trial;
    compute: "slice after slice in a buffer", "3 + s dispatches", "the same lines";
}

const CARRY: KernelSource = kernel_pair!("simulations/fluid_volume");
const DIVERGENCE: KernelSource = kernel_pair!("simulations/fluid_volume_divergence");
const PRESSURE: KernelSource = kernel_pair!("simulations/fluid_volume_pressure");
const PROJECT: KernelSource = kernel_pair!("simulations/fluid_volume_project");

/// Weight of Jacobi's iteration: at 1, pressures that alternate from cell to cell would never decay.
const DAMPED_WEIGHT: f32 = 0.9;

/// Returns the volume after `steps` steps, in the device's era.
///
/// ```
/// use gristmill::algorithms::fluid_volume::{Chimney, Smoke, fluid_volume};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let still = Smoke::still([4, 5, 6]);
/// assert_eq!(fluid_volume(&device, &still, &Chimney::default(), 3)?, still); // a fluid at rest stays at rest
/// # Ok::<(), gristmill::Error>(())
/// ```
///
/// # Errors
/// As [`Volume::new`].
pub fn fluid_volume(device: &Device, start: &Smoke, chimney: &Chimney, steps: usize) -> Result<Smoke> {
    let mut volume = Volume::new(device, start, chimney.clone())?;
    volume.steps(steps)?;
    volume.read()
}

/// Runs in the fragment era: slices side by side in one texture, a fragment per cell.
///
/// # Errors
/// As [`Volume::new`].
pub fn fragment(device: &Device, start: &Smoke, chimney: &Chimney, steps: usize) -> Result<Smoke> {
    fluid_volume(&device.with_era(Era::Fragment)?, start, chimney, steps)
}

/// Runs in the compute era: a buffer, an invocation per cell.
///
/// # Errors
/// As [`Volume::new`].
pub fn compute(device: &Device, start: &Smoke, chimney: &Chimney, steps: usize) -> Result<Smoke> {
    fluid_volume(&device.with_era(Era::Compute)?, start, chimney, steps)
}

/// A fluid in a volume on a device.
#[derive(Debug)]
pub struct Volume {
    device: Device,
    chimney: Chimney,
    carry: Kernel,
    divergence_of: Kernel,
    sweep: Kernel,
    project: Kernel,
    size: [usize; 3],
    cells: PingPong<Vector4<f32>>,
    divergence: Stream<f32>,
    pressure: PingPong<f32>,
}

impl Volume {
    /// Uploads a fluid in the device's era. Velocities across the walls of the box are set to 0.
    ///
    /// # Errors
    /// [`crate::Error::Data`] for numbers that are not finite, an interval that is not above 0, and a count of cells
    /// other than that of the size; [`crate::Error::Limit`] if the volume does not fit the device.
    pub fn new(device: &Device, start: &Smoke, chimney: Chimney) -> Result<Volume> {
        chimney.check_values()?;
        // ANCHOR: layout
        let layout = match device.era() {
            Era::Fragment => Layout::BySlice,
            Era::Compute => Layout::Linear,
        };
        let shape = Shape::from(start.size);
        let cells = device.stream_in(layout, shape, &start.checked_cells()?)?;
        let pressure = PingPong::new(device.empty_in(layout, shape)?, device.empty_in(layout, shape)?);
        // ANCHOR_END: layout
        Ok(Volume {
            chimney,
            carry: device.kernel(&CARRY)?,
            divergence_of: device.kernel(&DIVERGENCE)?,
            sweep: device.kernel(&PRESSURE)?,
            project: device.kernel(&PROJECT)?,
            size: start.size,
            cells: PingPong::new(cells, device.empty_in(layout, shape)?),
            divergence: device.empty_in(layout, shape)?,
            pressure,
            device: device.clone(),
        })
    }

    // ANCHOR: step
    /// Advances the volume by `steps` steps.
    ///
    /// # Errors
    /// [`crate::Error::Driver`] if the driver fails.
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        let Volume { chimney, cells, divergence, pressure, .. } = self;
        for _ in 0..if divergence.is_empty() { 0 } else { steps } {
            cells.step(|now, next| {
                self.carry
                    .call()
                    .uniform("interval", chimney.interval)
                    .uniform("rise", chimney.rise)
                    .uniform("fade", chimney.fade)
                    .uniform("source", chimney.source)
                    .uniform("given", chimney.given)
                    .gather("now", now)
                    .output("result", next)
                    .run()
            })?;
            self.divergence_of
                .call()
                .gather("now", cells.now())
                .output("result", divergence)
                .run()?;
            // ANCHOR_END: step
            // ANCHOR: pressure
            for _ in 0..chimney.sweeps {
                pressure.step(|now, next| {
                    self.sweep
                        .call()
                        .uniform("weight", DAMPED_WEIGHT)
                        .gather("pressure", now)
                        .gather("divergence", divergence)
                        .output("result", next)
                        .run()
                })?;
            }
            cells.step(|now, next| {
                self.project
                    .call()
                    .gather("now", now)
                    .gather("pressure", pressure.now())
                    .output("result", next)
                    .run()
            })?;
        }
        Ok(())
    }
    // ANCHOR_END: pressure

    /// Reads the volume back to the host.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Smoke> {
        Ok(Smoke { size: self.size, cells: self.cells.now().read()? })
    }

    /// Returns the largest divergence of a cell before the last step's pressure was solved, and now.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn divergence(&mut self) -> Result<[f32; 2]> {
        let before = find_largest(&self.divergence)?;
        if !self.divergence.is_empty() {
            self.divergence_of
                .call()
                .gather("now", self.cells.now())
                .output("result", &mut self.divergence)
                .run()?;
        }
        Ok([before, find_largest(&self.divergence)?])
    }
}

fn find_largest(cells: &Stream<f32>) -> Result<f32> {
    Ok(cells.read()?.iter().fold(0.0_f32, |a, b| a.max(b.abs())))
}
