//! A level set in a narrow band: a surface that grows and shrinks in a volume, in pages on top of
//! [`super::page_table`].
//!
#![doc = table!()]
//!
//! The surface is the zero set of a function; inside, the function is negative. A cell holds its distance from the
//! surface, clamped to [`WIDTH`]. Cells that are farther away need no memory: two blank pages represent the outside and
//! the inside. A step is first order in time and space and upwind (Osher and Sethian); a further term keeps the slope
//! at 1, as Lefohn's rescaling does, so the band keeps its width.
//!
//! Sources: Lefohn, Kniss, Hansen and Whitaker, Interactive Deformation and Visualization of Level Set
//! Surfaces Using Graphics Hardware, IEEE Visualization 2003, and A Streaming Narrow-Band Algorithm, IEEE
//! TVCG 10(4), 2004; Osher and Sethian, Journal of Computational Physics 79, 1988.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::level_set::{
//!     FloatLevelSet, Growth, LevelSet, SurfaceMotion, WIDTH, bound, of_mesh, of_sphere, pages_by_area, picture,
//! };
//! use gristmill::algorithms::level_set;
//! use gristmill::nalgebra::Point3;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! let extent = [16, 16, 16];
//! let start = of_sphere(extent, [8.0; 3], 4.0);
//! let motion = SurfaceMotion::even(extent, 0.5); // cells per unit of time, outwards
//! assert!(motion.interval <= motion.limit());
//! let wanted = level_set::reference(&motion, &start, 1);
//! let old = level_set::fragment(&fragment, &motion, &start, 200, 1)?;
//! let new = level_set::compute(&compute, &motion, &start, 200, 1)?;
//! let dense = level_set::compute_dense(&compute, &motion, &start, 1)?;
//! let dense_of_old = level_set::fragment_dense_2005(&fragment, &motion, &start, 1)?;
//! let band: FloatLevelSet = level_set::fragment_band_2005(&fragment, &motion, &start, 200, 1)?;
//! assert_eq!(band.usage().mapped, old.usage()?.mapped);
//! for given in [old.read()?, new.read()?, dense.read()?, dense_of_old.read()?, band.read()?] {
//!     assert!(
//!         given
//!             .iter()
//!             .zip(&wanted)
//!             .all(|(given, wanted)| f64::from((given - wanted).abs()) <= bound(1))
//!     );
//! }
//! assert!(wanted.iter().all(|distance| distance.abs() <= WIDTH));
//! assert!(new.usage()?.mapped <= 200 && new.pages().extent() == extent);
//!
//! // Other motions, other starts, and what is to be seen.
//! assert_eq!(SurfaceMotion::towards(extent, &start, 0.1).extent, extent);
//! assert_eq!(SurfaceMotion::segmentation(extent, &[0.5; 4096], 0.5, 0.1, 0.1).extent, extent);
//! let corners = [[2.0, 2.0, 2.0], [9.0, 2.0, 2.0], [2.0, 9.0, 2.0], [2.0, 2.0, 9.0]].map(Point3::from);
//! assert_eq!(of_mesh(extent, &corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]).len(), 4096);
//! let mut set: LevelSet = level_set(&device, &motion, &start, 200, 0)?;
//! set.steps(1)?;
//! assert_eq!(picture(&set, [8, 8], 0.0)?.len(), 64);
//! assert!(!pages_by_area(&compute, 16)?.points.is_empty());
//! let growth = Growth { set, steps: 1, turn: 0.0 }; // a scene of it
//! # drop(growth);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod band_2005;
mod cells;
mod dense;
mod motion;
mod of_2005;
mod page_rectangles;
mod set;
mod shapes;
mod trial;
mod vertices;
mod view;

use super::page_table::PageAllocator;
use crate::{Device, Era, KernelSource, Result, fragment_kernel, kernel_pair};
use cells::{axis_neighbours, cell_coordinates};
use set::{GroupBand, PagedSurface, PointBand};

pub use band_2005::{FloatLevelSet, fragment_band_2005};
pub use dense::compute_dense;
pub use motion::SurfaceMotion;
pub use of_2005::fragment_dense_2005;
pub use set::LevelSet;
pub use shapes::{of_mesh, of_sphere};
#[cfg(feature = "emulator")]
pub(in crate::algorithms) use trial::dense_trial_of;
use trial::{band_trial, dense_trial, trial};
pub use trial::{bound, pages_by_area};
use vertices::mark_wanted_pages;
pub use view::{Growth, picture};

rungs! {
    "a surface that moves, in a narrow band of pages, 6 steps", 26 * 24 * 23, trial;
    fragment: "pages drawn as points; the host hands pages out by a message of a texel per page",
        "3 passes per step, plus 1 to fill new pages", "Lefohn and others 2003, 2004";
    fragment_dense_2005: "every cell of the volume, its slices side by side in a texture", "1 draw per slice and step",
        "Lefohn and Whitaker 2002; Harris et al. 2003 (flat volumes)", on "radeon-9700",
        by |device, workload| dense_trial(device, workload, fragment_dense_2005);
    fragment_band_2005: "pages drawn as rectangles, inside, edges and corners apart; a message of a texel per page",
        "4 passes per step, plus 1 to fill new pages", "Lefohn and others 2003, 2004", on "radeon-9700",
        by |device, workload| band_trial(device, workload, fragment_band_2005);
    compute: "a work group per page, launched by the device's count; pages handed out by atomics",
        "6 dispatches per step, 3 of them over the table", "indirect dispatch";
    compute_dense: "every cell of the volume, near or far", "1 dispatch per step", "Osher and Sethian 1988",
        by |device, workload| dense_trial(device, workload, compute_dense);
}

const STEP: KernelSource = kernel_pair!("structures/level_set", vertex);
const NEEDS: KernelSource = kernel_pair!("structures/level_set_needs", vertex);
const MESSAGE: KernelSource = fragment_kernel!("structures/level_set_message");

/// Width of the band on either side of the surface, in cells.
pub const WIDTH: f32 = 3.0;

/// Advances a surface by `steps` steps, in the device's era.
///
/// # Errors
/// As [`LevelSet::new`] and [`LevelSet::steps`].
pub fn level_set(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    capacity: usize,
    steps: usize,
) -> Result<LevelSet> {
    let mut set = LevelSet::new(device, motion, start, capacity)?;
    set.steps(steps)?;
    Ok(set)
}

// ANCHOR: reference
/// Advances a surface on the host, by loops over steps and over all cells of the volume.
pub fn reference(motion: &SurfaceMotion, start: &[f32], steps: usize) -> Vec<f32> {
    let mut now: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
    let rescale = motion.rescale_rate();
    for _ in 0..steps {
        let mut next = Vec::with_capacity(now.len());
        for (i, place) in cell_coordinates(motion.extent).enumerate() {
            let centre = now[i];
            let speed = motion.speeds[i];
            let mut outward = 0.0;
            let mut inward = 0.0;
            let mut bend = 0.0;
            for (low, high) in axis_neighbours(motion.extent, &now, place) {
                let low = centre - low;
                let high = high - centre;
                outward += low.max(-high).max(0.0).powi(2);
                inward += high.max(-low).max(0.0).powi(2);
                bend += high - low;
            }
            let outward = f32::sqrt(outward);
            let inward = f32::sqrt(inward);
            let along = speed * if speed > 0.0 { outward } else { inward };
            let slope = if centre > 0.0 { outward } else { inward };
            let height = centre / WIDTH;
            let curvature = motion.smoothing * (1.0 - height * height) * bend;
            let change = along + rescale * height * (slope - 1.0) - curvature;
            next.push((centre - motion.interval * change).clamp(-WIDTH, WIDTH));
        }
        now = next;
    }
    now
}
// ANCHOR_END: reference

/// As [`level_set`], in the fragment era.
///
/// # Errors
/// As [`level_set`].
pub fn fragment(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    capacity: usize,
    steps: usize,
) -> Result<LevelSet> {
    level_set(&device.with_era(Era::Fragment)?, motion, start, capacity, steps)
}

impl PointBand {
    // ANCHOR: fragment
    /// Runs one step of the fragment era, and then updates the pages that it changes.
    fn step(&mut self, surface: &mut PagedSurface) -> Result<()> {
        let PagedSurface { device, pages, memory, speeds, constants } = surface;
        pages.usage()?.check()?;
        if self.vertices.count == 0 {
            return Ok(()); // no surface is left
        }
        let step = device.kernel(&STEP)?;
        let call = constants
            .set_uniforms(step.call())
            .gather("speeds", speeds)
            .gather("memory", memory)
            .output("result", &mut self.next);
        self.vertices.draw(call)?;
        std::mem::swap(memory, &mut self.next);
        // ANCHOR_END: fragment

        // ANCHOR: message
        let needs = device.kernel(&NEEDS)?;
        let call = needs
            .call()
            .uniform("extent", constants.extent)
            .gather("memory", memory)
            .output("bits", &mut self.bits);
        self.vertices.draw(call)?;
        device
            .kernel(&MESSAGE)?
            .call()
            .gather("bits", &self.bits)
            .output("message", &mut self.message)
            .run()?;

        let wants = mark_wanted_pages(pages, &self.message.read()?); // here the host waits
        if pages.apply_host_marks(&wants, memory)? {
            self.vertices.upload(pages)?;
        }
        Ok(())
        // ANCHOR_END: message
    }
}

/// As [`level_set`], in the compute era.
///
/// # Errors
/// As [`level_set`].
pub fn compute(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    capacity: usize,
    steps: usize,
) -> Result<LevelSet> {
    level_set(&device.with_era(Era::Compute)?, motion, start, capacity, steps)
}

impl GroupBand {
    // ANCHOR: compute
    /// Runs one step of the compute era, and then updates the pages that it changes: the host reads nothing.
    fn step(&mut self, surface: &mut PagedSurface) -> Result<()> {
        let PagedSurface { device, pages, memory, speeds, constants } = surface;
        let PageAllocator::Device(listed) = pages.page_allocator() else { return Ok(()) };
        let step = device.kernel(&STEP)?;
        constants
            .set_uniforms(step.call())
            .gather("list", &listed.list)
            .gather("table", pages.table())
            .gather("speeds", speeds)
            .gather("memory", memory)
            .output("result", &mut self.next)
            .indirect(&listed.counts, 0)
            .run()?;
        // ANCHOR_END: compute
        // ANCHOR: marks
        device
            .kernel(&NEEDS)?
            .call()
            .uniform("extent", constants.extent)
            .gather("list", &listed.list)
            .gather("table", pages.table())
            .gather("source", &self.next)
            .output("memory", memory)
            .update("wants", &mut self.wants)
            .indirect(&listed.counts, 0)
            .run()?;
        pages.keep(&mut self.wants, memory)
    }
    // ANCHOR_END: marks
}
