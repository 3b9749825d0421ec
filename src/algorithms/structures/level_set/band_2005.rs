//! The narrow band by kernels of GLSL 1.10: the card moves the cells of the pages in use, the host reads a message and
//! manages the pages.

use super::cells::{cell_coordinates, mark_pages, page_index, texel_index};
use super::of_2005::upload_volume;
use super::page_rectangles::{PageMap, PageRectangles};
use super::vertices::mark_table;
use super::{SurfaceMotion, WIDTH};
use crate::algorithms::page_table::{HostPages, PAGES, SIDE, Usage, WANTED, draw_points, pages_of};
use crate::{Device, Era, Error, Kernel, KernelSource, Result, Stream, fragment_kernel};

const STEP: KernelSource = fragment_kernel!("structures/level_set_band_2005", vertex);
const NEEDS: KernelSource = fragment_kernel!("structures/level_set_needs_2005", vertex);
const MESSAGE: KernelSource = fragment_kernel!("structures/level_set_message_2005");

/// A surface in a narrow band of pages, on a card that computes in floats.
#[derive(Debug)]
pub struct FloatLevelSet {
    pages: HostPages,
    extent: [usize; 3],
    capacity: usize,
    /// The distances, in pages.
    memory: Stream<f32>,
}

/// Advances a surface as [`super::level_set`] does, by kernels of GLSL 1.10 for any card that computes in floats.
///
/// The host draws the pages in use as rectangles of cells whose neighbours are equally far away: the inside of a page,
/// its edges and its corners. Then each page sums up the requests of its cells in one texel, and the host reads these
/// texels, frees pages and allocates others.
///
/// Source: Lefohn, Kniss, Hansen and Whitaker, A Streaming Narrow-Band Algorithm, 2004.
///
/// # Errors
/// Those of [`super::level_set`]; [`Error::Limit`] if the speeds or the memory of pages do not fit a texture of the device.
pub fn fragment_band_2005(
    device: &Device,
    motion: &SurfaceMotion,
    start: &[f32],
    capacity: usize,
    steps: usize,
) -> Result<FloatLevelSet> {
    motion.check(start)?;
    let device = device.with_era(Era::Fragment)?;
    let mut set = FloatLevelSet::new(&device, motion.extent, start, capacity)?;
    if start.is_empty() {
        return Ok(set);
    }
    let speeds = upload_volume(&motion.speeds, &device, motion.extent)?;
    let [width, height] = set.memory_size();
    let mut next = device.empty([width, height])?;
    next.copy_from(&set.memory)?; // the blank pages are in both
    let mut asks = device.empty::<[f32; 4]>([width, height])?;
    let mut rows = device.empty::<[f32; 4]>([width / SIDE, height])?;
    let mut message = device.empty::<[f32; 4]>([width / SIDE, height / SIDE])?;
    let mut rectangles = set.upload_rectangles(&device, &speeds)?;
    let [step, needs, sum] = [device.kernel(&STEP)?, device.kernel(&NEEDS)?, device.kernel(&MESSAGE)?];
    // ANCHOR: steps
    for _ in 0..steps {
        if rectangles.count == 0 {
            break; // no surface is left
        }
        let call = step
            .call()
            .uniform("interval", motion.interval)
            .uniform("smoothing", motion.smoothing);
        let call = call.uniform("rescale", motion.rescale_rate()).gather("speeds", &speeds);
        rectangles.draw(call.gather("memory", &set.memory).output("gl_FragColor", &mut next))?;
        std::mem::swap(&mut set.memory, &mut next);

        rectangles.draw(needs.call().gather("memory", &set.memory).output("gl_FragColor", &mut asks))?;
        sum_eight(&sum, [1.0, 0.0], &asks, &mut rows)?;
        sum_eight(&sum, [0.0, 1.0], &rows, &mut message)?;
        if set.keep_pages(&device, &message.read()?)? {
            rectangles = set.upload_rectangles(&device, &speeds)?;
        }
    }
    // ANCHOR_END: steps
    Ok(set)
}

/// Sums every eight texels along a row or a column.
fn sum_eight(kernel: &Kernel, along: [f32; 2], source: &Stream<[f32; 4]>, result: &mut Stream<[f32; 4]>) -> Result<()> {
    let call = kernel.call().uniform("along", along).gather("source", source);
    call.output("gl_FragColor", result).run()
}

impl FloatLevelSet {
    fn new(device: &Device, extent: [usize; 3], start: &[f32], capacity: usize) -> Result<FloatLevelSet> {
        if capacity + 2 > PAGES {
            let next = "give memory for fewer";
            return Err(Error::limit("physical pages", capacity as u128 + 2, PAGES as u128, next));
        }
        let start: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
        let marks = mark_pages(extent, &start);
        let blanks = marks.iter().map(|mark| mark % WANTED).collect();
        let mut pages = HostPages::new(blanks, 2, capacity);
        pages.apply_marks(&marks);
        // The first two pages are blank: the outside and the inside.
        let columns = (capacity + 2).isqrt().next_power_of_two().max(2);
        let [width, height] = [columns * SIDE, (capacity + 2).div_ceil(columns) * SIDE];
        let mut texels = vec![WIDTH; width * height];
        for row in texels.chunks_mut(width).take(SIDE) {
            row[SIDE..2 * SIDE].fill(-WIDTH);
        }
        for (place, distance) in cell_coordinates(extent).zip(&start) {
            let page = pages.table[page_index(pages_of(extent), place)];
            if page >= WANTED {
                texels[texel_index(width, page as usize, place)] = *distance;
            }
        }
        let memory = device.stream_of([width, height], &texels)?;
        let set = FloatLevelSet { pages, extent, capacity, memory };
        set.usage().check()?;
        Ok(set)
    }

    /// Returns the number of pages that the surface needs, and has.
    pub fn usage(&self) -> Usage {
        let mapped = self.capacity - self.pages.free.len();
        Usage { wanted: self.pages.wanted, mapped, capacity: self.capacity }
    }

    /// Reads every cell's distance from the surface, x fastest; [`WIDTH`] if it is that far or farther.
    ///
    /// # Errors
    /// Those of [`Stream::read`].
    pub fn read(&self) -> Result<Vec<f32>> {
        let texels = self.memory.read()?;
        let [width, _] = self.memory_size();
        let pages = pages_of(self.extent);
        let page = |place| self.pages.table[page_index(pages, place)] as usize;
        Ok(cell_coordinates(self.extent)
            .map(|place| texels[texel_index(width, page(place), place)])
            .collect())
    }

    /// Returns the columns and rows of the memory.
    fn memory_size(&self) -> [usize; 2] {
        [0, 1].map(|axis| self.memory.shape().extent(axis))
    }

    fn upload_rectangles(&self, device: &Device, speeds: &Stream<f32>) -> Result<PageRectangles> {
        let columns = self.memory_size()[0] / SIDE;
        let map = PageMap { table: &self.pages.table, extent: self.extent, columns, speeds: *speeds.plan() };
        PageRectangles::upload_pages(device, &map)
    }

    // ANCHOR: keep
    /// Frees and allocates pages by the message of those in use. Returns true if anything changed.
    fn keep_pages(&mut self, device: &Device, message: &[[f32; 4]]) -> Result<bool> {
        let bits: Vec<u32> = message.iter().map(unpack_requests).collect();
        let marks = mark_table(&self.pages.table, self.extent, &bits);
        let changes = self.pages.apply_marks(&marks);
        self.usage().check()?;
        let Some(changes) = changes else { return Ok(false) };
        let columns = self.memory_size()[0] / SIDE;
        let mut places = Vec::new();
        let mut values = Vec::new();
        for (page, blank) in &changes.fresh {
            let [x, y] = [*page as usize % columns * SIDE, *page as usize / columns * SIDE];
            places.extend((0..SIDE * SIDE).map(|cell| [(x + cell % SIDE) as f32, (y + cell / SIDE) as f32]));
            values.extend([if *blank == 1 { -WIDTH } else { WIDTH }; SIDE * SIDE]);
        }
        draw_points(device, &values, &places, &mut self.memory)?;
        Ok(!changes.fresh.is_empty() || changes.freed > 0)
    }
    // ANCHOR_END: keep
}

// ANCHOR: unpack
/// Converts the sums of a page's requests to bits: itself, its neighbours along x, y and z, and whether it starts
/// inside the surface.
fn unpack_requests(sums: &[f32; 4]) -> u32 {
    let [own, left, below, behind] = sums.map(|sum| u32::from(sum % 128.0 > 0.0));
    let [inside, right, above, before] = sums.map(|sum| u32::from(sum >= 128.0));
    let bits = [own, left, right, below, above, behind, before, inside];
    bits.iter().rev().fold(0, |all, bit| all << 1 | bit)
}
// ANCHOR_END: unpack
