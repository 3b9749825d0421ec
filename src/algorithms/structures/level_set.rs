//! A level set in a narrow band: a surface that grows and shrinks in a volume, in pages on top of [`super::page_table`].
//!
//! | era | method | passes a step | who hands out pages |
//! |---|---|---|---|
//! | fragment | pages drawn as points; the needs of their cells in bits, reduced to a texel a page | 3, and 1 to fill new pages | the host, which reads that message |
//! | compute | a work group a page, launched by the device's count; needs by atomic OR | 6, three of them over the table | the device |
//! | compute, dense | every cell of the volume, whether near or far | 1 | nobody |
//!
//! The surface is where a function is 0; inside it is negative. A cell holds its distance from the surface, cut at [`WIDTH`]. What is further away
//! needs no memory: two blank pages stand for the outside and the inside. A step is first order in time and space and upwind (Osher and Sethian); a
//! further term holds the slope at 1, as Lefohn's rescaling does, so the band stays a band.
//!
//! Sources: Lefohn, Kniss, Hansen and Whitaker, Interactive Deformation and Visualization of Level Set Surfaces Using Graphics Hardware, IEEE
//! Visualization 2003, and A Streaming Narrow-Band Algorithm, IEEE TVCG 10(4), 2004; Osher and Sethian, Journal of Computational Physics 79, 1988.

mod compute;
mod fragment;
mod reference;
mod row;
mod shapes;
mod view;

use super::page_table::{self, CELLS, PageTable, SIDE, Usage, WANTED, pages_of};
use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{
    Device, Era, Error, Kernel, KernelSource, Result, Stream, compute_kernel, fragment_kernel, kernel_pair, random,
};

pub use compute::compute_dense;
pub use reference::reference;
pub(in crate::algorithms) use row::ROW;
pub use row::{bound, pages_by_area};
pub use shapes::{of_mesh, of_sphere};
pub use view::{Growth, picture};

const STEP: KernelSource = kernel_pair!("structures/level_set", vertex);
const NEEDS: KernelSource = kernel_pair!("structures/level_set_needs", vertex);
const MESSAGE: KernelSource = fragment_kernel!("structures/level_set_message");
const DENSE: KernelSource = compute_kernel!("structures/level_set_dense");
const VIEW: KernelSource = kernel_pair!("structures/level_set_view");

/// The band's width on either side of the surface, in cells.
pub const WIDTH: f32 = 3.0;

/// How fast the slope of the band is mended, as a part of the fastest speed.
const RESCALE: f32 = 0.25;

// ANCHOR: motion
/// How a surface moves.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Motion {
    /// Cells of the volume along x, y and z.
    pub extent: [usize; 3],
    /// For each cell, x fastest, how fast the surface goes outwards there, in cells a unit of time.
    pub speeds: Vec<f32>,
    /// How fast it becomes smooth, in square cells a unit of time: its curvature times this is added to its speed inwards.
    pub smoothing: f32,
    /// Units of time of a step, at most [`Motion::limit`].
    pub interval: f32,
}

impl Motion {
    /// A motion at that speed everywhere, by the longest steps allowed.
    pub fn even(extent: [usize; 3], speed: f32) -> Motion {
        Motion::at_limit(extent, vec![speed; extent.iter().product()], 0.0)
    }

    /// A motion towards a shape that is given by the distance of each cell from its surface, negative inside; it comes to rest there.
    pub fn towards(extent: [usize; 3], distances: &[f32], smoothing: f32) -> Motion {
        let speeds = distances.iter().map(|distance| (-0.5 * distance).clamp(-1.0, 1.0)).collect();
        Motion::at_limit(extent, speeds, smoothing)
    }

    /// A segmentation (Lefohn 2003): outwards where a value is within `tolerance` of `target`, inwards elsewhere.
    pub fn segmentation(extent: [usize; 3], values: &[f32], target: f32, tolerance: f32, smoothing: f32) -> Motion {
        let speed = |value: &f32| (1.0 - (value - target).abs() / tolerance).clamp(-1.0, 1.0);
        Motion::at_limit(extent, values.iter().map(speed).collect(), smoothing)
    }

    fn at_limit(extent: [usize; 3], speeds: Vec<f32>, smoothing: f32) -> Motion {
        let mut motion = Motion { extent, speeds, smoothing, interval: 0.0 };
        motion.interval = motion.limit().min(1.0);
        motion
    }

    fn fastest(&self) -> f32 {
        self.speeds.iter().fold(0.0, |fastest: f32, speed| fastest.max(speed.abs()))
    }

    fn rescale(&self) -> f32 {
        RESCALE * (self.fastest() + self.smoothing)
    }

    /// The longest step: the condition of Courant, Friedrichs and Lewy. Beyond it a cell would jump over what its neighbours say.
    ///
    /// Upwind, a gradient of three differences has a norm of at most √3 times the largest; the bend has six neighbours.
    pub fn limit(&self) -> f32 {
        1.0 / (3.0_f32.sqrt() * (self.fastest() + self.rescale()) + 6.0 * self.smoothing)
    }

    fn check(&self, start: &[f32]) -> Result<()> {
        let cells: usize = self.extent.iter().product();
        let [x, y, z] = self.extent;
        for (count, what) in [(self.speeds.len(), "speeds"), (start.len(), "distances")] {
            if count != cells {
                return Err(Error::data(format!("{count} {what} for a volume of {x}x{y}x{z}; give {cells}")));
            }
        }
        let no_number = |what: &str| Err(Error::data(format!("{what} is no finite number; give one for each cell")));
        if let Some(at) = self.speeds.iter().position(|speed| !speed.is_finite()) {
            return no_number(&format!("speed {at}"));
        }
        if let Some(at) = start.iter().position(|distance| distance.is_nan()) {
            return no_number(&format!("distance {at}"));
        }
        if !self.smoothing.is_finite() || self.smoothing < 0.0 {
            return Err(Error::data(format!("a smoothing of {}: it would roughen; give 0 or more", self.smoothing)));
        }
        let (interval, limit) = (self.interval, self.limit());
        if !(interval > 0.0 && interval <= limit) {
            return Err(Error::data(format!(
                "a time step of {interval}: the surface would jump over cells; above 0 and up to {limit} is stable here"
            )));
        }
        Ok(())
    }
}
// ANCHOR_END: motion

// ANCHOR: level_set
/// A surface in motion, in the era of its device.
///
/// ```
/// use gristmill::algorithms::level_set::{LevelSet, Motion, of_sphere};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let extent = [24, 24, 24];
/// let motion = Motion { interval: 0.25, ..Motion::even(extent, -1.0) };
/// let mut sphere = LevelSet::new(&device, &motion, &of_sphere(extent, [12.0; 3], 8.0), 400)?;
/// sphere.steps(8)?;
/// // It was 8 cells large; two units of time later it is 6 cells large: 5 cells from the centre is inside, 7 is outside.
/// let distances = sphere.read()?;
/// assert!(distances[12 + 24 * (12 + 24 * 17)] < 0.0 && distances[12 + 24 * (12 + 24 * 19)] > 0.0);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct LevelSet {
    device: Device,
    pages: PageTable,
    /// The distances, in pages.
    memory: Stream<f32>,
    speeds: Stream<f32>,
    constants: Constants,
    band: Band,
}
// ANCHOR_END: level_set

/// What each era has besides.
enum Band {
    Fragment(Box<fragment::Band>),
    Compute(Box<compute::Band>),
}

/// What a step is told.
#[derive(Clone, Copy)]
struct Constants {
    extent: [i32; 3],
    interval: f32,
    smoothing: f32,
    rescale: f32,
}

/// The kernel with what it includes.
fn kernel(device: &Device, source: &KernelSource) -> Result<Kernel> {
    let source = source
        .clone()
        .include("level_set.glsl", include_str!("../../../kernel_includes/level_set.glsl"))
        .include("level_set_step.glsl", include_str!("../../../kernel_includes/level_set_step.glsl"))
        .include("level_set_points.glsl", include_str!("../../../fragment_kernels/include/level_set_points.glsl"))
        .include("level_set_view.glsl", include_str!("../../../kernel_includes/level_set_view.glsl"))
        .include("level_set_pages.glsl", include_str!("../../../compute_kernels/include/level_set_pages.glsl"));
    page_table::kernel(device, &source)
}

impl LevelSet {
    /// A surface by the distance of each cell from it, negative inside, with memory for `capacity` pages.
    ///
    /// # Errors
    /// [`Error::Limit`] where the surface needs more pages at once; [`Error::Data`] where the numbers do not fit the volume, are no numbers, or the
    /// time step is beyond [`Motion::limit`].
    pub fn new(device: &Device, motion: &Motion, start: &[f32], capacity: usize) -> Result<LevelSet> {
        motion.check(start)?;
        let start: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
        let mut wants = reference::wants(motion.extent, &start);
        let blanks = wants.iter().map(|mark| mark % WANTED).collect();
        let mut pages = PageTable::with_table(device, capacity, &[WIDTH, -WIDTH], motion.extent, blanks)?;
        let mut memory = pages.memory()?;
        wants.iter_mut().filter(|mark| **mark >= WANTED).for_each(|mark| *mark = WANTED);
        let mut wants = device.stream(&wants)?;
        pages.keep(&mut wants, &mut memory)?;
        pages.usage()?.check()?;
        reference::fill(&pages, &mut memory, &start)?;
        let band = match device.era() {
            Era::Fragment => Band::Fragment(Box::new(fragment::Band::new(device, &pages, &memory, capacity)?)),
            Era::Compute => Band::Compute(Box::new(compute::Band { wants, next: pages.memory()? })),
        };
        let extent = motion.extent.map(|cells| cells as i32);
        let Motion { interval, smoothing, .. } = *motion;
        let constants = Constants { extent, interval, smoothing, rescale: motion.rescale() };
        let speeds = device.stream(&motion.speeds)?;
        Ok(LevelSet { device: device.clone(), pages, memory, speeds, constants, band })
    }

    /// So many steps further.
    ///
    /// # Errors
    /// [`Error::Limit`] where a step needs more pages than there are. The surface stays where that step has brought it, and goes no further.
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        if self.speeds.is_empty() {
            return Ok(()); // a volume of no cells
        }
        for _ in 0..steps {
            match &mut self.band {
                Band::Fragment(band) => {
                    band.step(&self.device, &mut self.pages, &mut self.memory, &self.speeds, self.constants)?;
                }
                Band::Compute(band) => {
                    band.step(&self.device, &mut self.pages, &mut self.memory, &self.speeds, self.constants)?;
                }
            }
        }
        self.usage()?.check().map(|_| ())
    }

    /// How many pages the surface wants, and has.
    ///
    /// # Errors
    /// As [`PageTable::usage`].
    pub fn usage(&self) -> Result<Usage> {
        self.pages.usage()
    }

    /// Every cell's distance from the surface, x fastest; [`WIDTH`] where it is as far, or further.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Vec<f32>> {
        reference::whole(&self.pages, &self.memory)
    }

    /// The page table.
    pub fn pages(&self) -> &PageTable {
        &self.pages
    }
}

/// A surface after so many steps, in the device's era.
///
/// # Errors
/// As [`LevelSet::new`] and [`LevelSet::steps`].
pub fn level_set(device: &Device, motion: &Motion, start: &[f32], capacity: usize, steps: usize) -> Result<LevelSet> {
    let mut set = LevelSet::new(device, motion, start, capacity)?;
    set.steps(steps)?;
    Ok(set)
}

/// As [`level_set`], in the fragment era.
///
/// # Errors
/// As [`level_set`].
pub fn fragment(device: &Device, motion: &Motion, start: &[f32], capacity: usize, steps: usize) -> Result<LevelSet> {
    level_set(&device.with_era(Era::Fragment)?, motion, start, capacity, steps)
}

/// As [`level_set`], in the compute era.
///
/// # Errors
/// As [`level_set`].
pub fn compute(device: &Device, motion: &Motion, start: &[f32], capacity: usize, steps: usize) -> Result<LevelSet> {
    level_set(&device.with_era(Era::Compute)?, motion, start, capacity, steps)
}
