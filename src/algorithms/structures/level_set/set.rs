//! A moving surface: its pages, and the state of each era.

use super::vertices::PageVertices;
use super::{SurfaceMotion, WIDTH, cells};
use crate::algorithms::page_table::{PageTable, SIDE, Usage, WANTED};
use crate::{Call, Device, Era, Error, Result, Stream};

// ANCHOR: level_set
/// A moving surface, in the era of its device.
///
/// ```
/// use gristmill::algorithms::level_set::{LevelSet, SurfaceMotion, of_sphere};
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let extent = [24, 24, 24];
/// let motion = SurfaceMotion { interval: 0.25, ..SurfaceMotion::even(extent, -1.0) };
/// let mut sphere = LevelSet::new(&device, &motion, &of_sphere(extent, [12.0; 3], 8.0), 400)?;
/// sphere.steps(8)?;
/// // It was 8 cells large; two units of time later it is 6 cells large: 5 cells from the centre is inside, 7 is outside.
/// let distances = sphere.read()?;
/// assert!(distances[12 + 24 * (12 + 24 * 17)] < 0.0 && distances[12 + 24 * (12 + 24 * 19)] > 0.0);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug)]
pub struct LevelSet {
    pub(super) surface: PagedSurface,
    band: EraBand,
}
// ANCHOR_END: level_set

/// A surface in its pages.
#[derive(Debug)]
pub(super) struct PagedSurface {
    pub device: Device,
    pub pages: PageTable,
    /// The distances, in pages.
    pub memory: Stream<f32>,
    /// The speed of each cell of the volume.
    pub speeds: Stream<f32>,
    pub constants: StepConstants,
}

/// The further state of each era.
#[derive(Debug)]
enum EraBand {
    Points(Box<PointBand>),
    Groups(Box<GroupBand>),
}

/// State of the fragment era, which draws a point per page.
#[derive(Debug)]
pub(super) struct PointBand {
    /// The pages of the next step; they alternate with the surface's memory.
    pub next: Stream<f32>,
    /// Request bits of each cell.
    pub bits: Stream<u32>,
    /// Request bits of each page, for the host.
    pub message: Stream<u32>,
    pub vertices: PageVertices,
}

/// State of the compute era, which launches a work group per page.
#[derive(Debug)]
pub(super) struct GroupBand {
    /// Marks of the virtual pages that cells request.
    pub wants: Stream<u32>,
    /// The pages after a step, until they are copied back.
    pub next: Stream<f32>,
}

impl PointBand {
    fn new(device: &Device, pages: &PageTable, memory: &Stream<f32>, capacity: usize) -> Result<PointBand> {
        let &[width, height] = memory.shape().extents() else {
            return Err(Error::data("the memory of pages must have two dimensions"));
        };
        let mut vertices = PageVertices::new(device, capacity)?;
        vertices.upload(pages)?;
        Ok(PointBand {
            next: pages.memory()?,
            bits: device.empty([width, height])?,
            message: device.empty([width / SIDE, height / SIDE])?,
            vertices,
        })
    }
}

/// Uniforms of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepConstants {
    pub extent: [i32; 3],
    interval: f32,
    smoothing: f32,
    rescale: f32,
}

impl StepConstants {
    pub(super) fn from_motion(motion: &SurfaceMotion) -> StepConstants {
        let SurfaceMotion { interval, smoothing, .. } = *motion;
        StepConstants {
            extent: motion.extent.map(|cells| cells as i32),
            interval,
            smoothing,
            rescale: motion.rescale_rate(),
        }
    }

    /// Sets the uniforms of level_set_step.glsl: each step begins with that, in either era.
    pub(super) fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        call.uniform("extent", self.extent)
            .uniform("interval", self.interval)
            .uniform("smoothing", self.smoothing)
            .uniform("rescale", self.rescale)
    }
}

impl LevelSet {
    /// Builds a surface from the distance of each cell to it, negative inside, with memory for `capacity` pages.
    ///
    /// # Errors
    /// [`Error::Limit`] if the surface needs more pages at once; [`Error::Data`] if the numbers do not fit the volume,
    /// are not finite, or the time step is above [`SurfaceMotion::limit`].
    pub fn new(device: &Device, motion: &SurfaceMotion, start: &[f32], capacity: usize) -> Result<LevelSet> {
        motion.check(start)?;
        let start: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
        let mut wants = cells::mark_pages(motion.extent, &start);
        let blanks = wants.iter().map(|mark| mark % WANTED).collect();
        let mut pages = PageTable::with_table(device, capacity, &[WIDTH, -WIDTH], motion.extent, blanks)?;
        let mut memory = pages.memory()?;
        wants.iter_mut().filter(|mark| **mark >= WANTED).for_each(|mark| *mark = WANTED);
        let mut wants = device.stream(&wants)?;
        pages.keep(&mut wants, &mut memory)?;
        pages.usage()?.check()?;
        cells::write_cells(&pages, &mut memory, &start)?;
        let band = match device.era() {
            Era::Fragment => EraBand::Points(Box::new(PointBand::new(device, &pages, &memory, capacity)?)),
            Era::Compute => EraBand::Groups(Box::new(GroupBand { wants, next: pages.memory()? })),
        };
        let constants = StepConstants::from_motion(motion);
        let speeds = device.stream(&motion.speeds)?;
        Ok(LevelSet { surface: PagedSurface { device: device.clone(), pages, memory, speeds, constants }, band })
    }

    /// Advances the surface by `steps` steps.
    ///
    /// # Errors
    /// [`Error::Limit`] if a step needs more pages than there are. The surface stays in the state after that step.
    pub fn steps(&mut self, steps: usize) -> Result<()> {
        if self.surface.speeds.is_empty() {
            return Ok(()); // a volume of no cells
        }
        for _ in 0..steps {
            match &mut self.band {
                EraBand::Points(band) => band.step(&mut self.surface)?,
                EraBand::Groups(band) => band.step(&mut self.surface)?,
            }
        }
        self.usage()?.check().map(|_| ())
    }

    /// Returns the number of pages that the surface needs, and has.
    ///
    /// # Errors
    /// As [`PageTable::usage`].
    pub fn usage(&self) -> Result<Usage> {
        self.surface.pages.usage()
    }

    /// Reads every cell's distance from the surface, x fastest; [`WIDTH`] if it is that far or farther.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn read(&self) -> Result<Vec<f32>> {
        cells::read_cells(&self.surface.pages, &self.surface.memory)
    }

    /// Returns the page table.
    pub fn pages(&self) -> &PageTable {
        &self.surface.pages
    }
}
