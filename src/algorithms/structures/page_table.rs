//! A page table: a volume of which only some pages have memory, behind a translator of addresses.
//!
//! | era | method | passes | who hands out pages |
//! |---|---|---|---|
//! | fragment | cells mark their pages as points; the host reads the marks; values are drawn as points at their translated places | 1 to mark, 1 to fill new pages, 1 to write, 1 to read | the host |
//! | compute | cells mark their pages by an atomic OR; a stack of free pages on the device | 1 to mark, 4 to count, free, allocate and fill, 1 to write, 1 to read | the device, by atomics |
//!
//! A page is [`SIDE`] by [`SIDE`] cells of one slice. The table has a word for each page of the volume: a number of a physical page. The first
//! physical pages are blank: they hold one value each, nobody writes them, and every page without memory is mapped to one of them. So a read asks
//! nothing on its way, and whatever has no memory has a value all the same.
//!
//! Sources: Lefohn, Kniss, Strzodka, Sengupta and Owens, Glift: Generic, Efficient, Random-Access GPU Data Structures, ACM TOG 25(1), 2006;
//! Lefohn, Kniss and Owens, Implementing Efficient Parallel Data Structures on GPUs, GPU Gems 2, chapter 33, 2005.

mod keeper;
mod requests;
mod row;

use super::{Algorithm, Check, Rung, Trial, Workload};
use crate::{Device, Era, Error, Kernel, KernelSource, Layout, Result, Stream, compute_kernel, kernel_pair};
pub(in crate::algorithms) use keeper::Keeper;
use keeper::{Host, OnDevice};
pub use requests::{Requests, reference};
pub(in crate::algorithms) use row::ROW;

const READ: KernelSource = kernel_pair!("structures/page_table");
const WRITE: KernelSource = kernel_pair!("structures/page_table_write", vertex);
const WANT: KernelSource = kernel_pair!("structures/page_table_want", vertex);
const FILL: KernelSource = kernel_pair!("structures/page_table_fill", vertex);
const COUNT: KernelSource = compute_kernel!("structures/page_table_count");
const FREE: KernelSource = compute_kernel!("structures/page_table_free");
const ALLOCATE: KernelSource = compute_kernel!("structures/page_table_allocate");

/// Cells of a page along x and along y; along z it has one.
pub const SIDE: usize = 8;

/// Cells of a page.
pub const CELLS: usize = SIDE * SIDE;

/// What a virtual page is marked with that must have memory. A lesser mark says which blank page it becomes.
pub const WANTED: u32 = 2;

/// Physical pages, at most: work groups along x of a dispatch, one a page.
pub const PAGES: usize = 65_535;

/// The x, y and z of a cell; the fourth lane is not used.
pub type Cell = [i32; 4];

/// The kernel with what it includes.
pub(in crate::algorithms) fn kernel(device: &Device, source: &KernelSource) -> Result<Kernel> {
    let source = source
        .clone()
        .include("page_table.glsl", include_str!("../../../kernel_includes/page_table.glsl"))
        .include("page_points.glsl", include_str!("../../../fragment_kernels/include/page_points.glsl"))
        .include("page_counts.glsl", include_str!("../../../compute_kernels/include/page_counts.glsl"));
    device.kernel(&source)
}

/// How many pages there are, and how many would be needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// Pages that were wanted last.
    pub wanted: usize,
    /// Pages that have memory.
    pub mapped: usize,
    /// Pages that there is memory for.
    pub capacity: usize,
}

impl Usage {
    /// Whether there was memory for all that was wanted.
    ///
    /// # Errors
    /// [`Error::Limit`] where there was not: nothing was mapped or freed then.
    pub fn check(self) -> Result<Usage> {
        let Usage { wanted, mapped, capacity } = self;
        if wanted <= capacity {
            return Ok(self);
        }
        let next = format!("the {mapped} mapped ones are kept; give memory for {wanted}, or ask for less");
        Err(Error::limit("pages wanted", wanted as u128, capacity as u128, next))
    }
}

// ANCHOR: table
/// The translator of a volume in pages, and who hands the pages out. The values lie apart, in one or several [`PageTable::memory`].
///
/// ```
/// use gristmill::algorithms::page_table::PageTable;
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// // A volume of a thousand million cells, and memory for four pages; elsewhere it is 0.5.
/// let mut pages = PageTable::new(&device, [1000, 1000, 1000], 4, &[0.5])?;
/// let mut memory = pages.memory()?;
/// let cells = device.stream(&[[1, 2, 3, 0], [999, 999, 999, 0]])?;
/// let mut wants = pages.wants(&cells)?;
/// pages.keep(&mut wants, &mut memory)?;
/// assert_eq!(pages.usage()?.check()?.mapped, 2);
/// pages.write(&mut memory, &cells, &device.stream(&[7.0, 8.0])?)?;
/// let asked = device.stream(&[[999, 999, 999, 0], [0, 2, 3, 0], [500, 0, 0, 0]])?;
/// assert_eq!(pages.read(&memory, &asked)?.read()?, [8.0, 0.5, 0.5]);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct PageTable {
    device: Device,
    extent: [usize; 3],
    capacity: usize,
    /// What the blank pages hold.
    blanks: Vec<f32>,
    /// Of each virtual page its physical one.
    table: Stream<u32>,
    keeper: Keeper,
}
// ANCHOR_END: table

impl PageTable {
    /// A volume of so many cells along x, y and z, with memory for `capacity` pages in the device's era. No page is mapped: all read `blanks[0]`.
    ///
    /// # Errors
    /// [`Error::Limit`] where there are more than 65,535 physical pages or 2^31 cells, or the table does not fit the machine; [`Error::Data`] without
    /// a blank value, or with more than two.
    pub fn new(device: &Device, extent: [usize; 3], capacity: usize, blanks: &[f32]) -> Result<PageTable> {
        PageTable::with_table(device, capacity, blanks, extent, vec![0; pages_of(extent).iter().product()])
    }

    /// The same with a blank page chosen for each virtual page.
    pub(in crate::algorithms) fn with_table(
        device: &Device,
        capacity: usize,
        blanks: &[f32],
        extent: [usize; 3],
        table: Vec<u32>,
    ) -> Result<PageTable> {
        let most = extent.iter().map(|cells| *cells as u128).product::<u128>();
        if most >= 1 << 31 {
            return Err(Error::limit("cells of a volume", most, (1 << 31) - 1, "kernels count them in int; cut it up"));
        }
        if blanks.is_empty() || blanks.len() > WANTED as usize {
            return Err(Error::data(format!("{} blank pages given; give one or two values", blanks.len())));
        }
        let pages = blanks.len() + capacity;
        if pages > PAGES {
            return Err(Error::limit("physical pages", pages as u128, PAGES as u128, "give memory for fewer"));
        }
        let stream = device.stream(&table)?;
        let keeper = match device.era() {
            Era::Fragment => Keeper::Host(Host::new(table, blanks.len(), capacity)),
            Era::Compute => Keeper::Device(Box::new(OnDevice::new(device, table.len(), blanks.len(), capacity)?)),
        };
        Ok(PageTable { device: device.clone(), extent, capacity, blanks: blanks.to_vec(), table: stream, keeper })
    }

    /// Memory for the pages, the blank ones filled.
    ///
    /// In the fragment era a texture of squares, 8 by 8 texels each; in the compute era a buffer, 64 words a page.
    ///
    /// # Errors
    /// [`Error::Limit`] where it does not fit the machine.
    pub fn memory(&self) -> Result<Stream<f32>> {
        let pages = self.blanks.len() + self.capacity;
        let blank = |page: usize| self.blanks.get(page).copied().unwrap_or_default();
        match self.device.era() {
            Era::Fragment => {
                let columns = pages.isqrt().next_power_of_two().max(WANTED as usize);
                let mut memory = self.device.empty([columns * SIDE, pages.div_ceil(columns) * SIDE])?;
                let row: Vec<f32> = (0..columns * SIDE).map(|x| blank(x / SIDE)).collect();
                memory.write_range(0, &row.repeat(SIDE))?;
                Ok(memory)
            }
            Era::Compute => {
                let mut memory = self.device.empty(pages * CELLS)?;
                let cells: Vec<f32> = (0..self.blanks.len() * CELLS).map(|cell| blank(cell / CELLS)).collect();
                memory.write_range(0, &cells)?;
                Ok(memory)
            }
        }
    }

    /// A mark for each virtual page in which one of these cells lies: [`WANTED`], and 0 for all others. Cells outside the volume mark nothing.
    ///
    /// # Errors
    /// [`Error::Call`] where the cells have not the layout of the table's era.
    pub fn wants(&self, cells: &Stream<Cell>) -> Result<Stream<u32>> {
        let mut wants = self.device.empty(self.table.len())?;
        if cells.is_empty() || wants.is_empty() {
            return Ok(wants);
        }
        let kernel = kernel(&self.device, &WANT)?;
        match self.device.era() {
            Era::Fragment => {
                let points = self.points_of(cells)?;
                let call = kernel.call().uniform("extent", self.cells()).vertex_stream("cells", &points);
                call.output("wants", &mut wants).points(cells.len()).run()?;
            }
            Era::Compute => {
                let call = kernel.call().uniform("extent", self.cells()).gather("cells", cells);
                call.update("wants", &mut wants).elements(cells.len()).run()?;
            }
        }
        Ok(wants)
    }

    // ANCHOR: keep
    /// Gives memory to the virtual pages that are marked [`WANTED`], and takes it from all others, which become the blank page of their mark.
    /// What is new reads as before. Where more pages are wanted than there are, nothing changes: [`Usage::check`] says so.
    ///
    /// In the compute era nothing comes to the host, and the marks are 0 afterwards unless there were too many.
    ///
    /// # Errors
    /// [`Error::Call`] where the marks or the memory are not this table's.
    pub fn keep(&mut self, wants: &mut Stream<u32>, memory: &mut Stream<f32>) -> Result<()> {
        match &mut self.keeper {
            Keeper::Host(_) => {
                let wants = wants.read()?; // the message from the device
                self.keep_marked(&wants, memory).map(|_| ())
            }
            Keeper::Device(pages) => pages.keep(&self.device, &mut self.table, wants, memory),
        }
    }
    // ANCHOR_END: keep

    /// The same in the fragment era, where the marks are on the host. Says whether anything changed.
    pub(in crate::algorithms) fn keep_marked(&mut self, wants: &[u32], memory: &mut Stream<f32>) -> Result<bool> {
        let Keeper::Host(host) = &mut self.keeper else {
            return Err(Error::data("this table's pages are handed out on the device; call keep"));
        };
        if wants.len() != host.table.len() {
            return Err(Error::data(format!("{} marks for {} virtual pages", wants.len(), host.table.len())));
        }
        let Some(changes) = host.keep(wants) else { return Ok(false) };
        if changes.fresh.is_empty() && changes.freed == 0 {
            return Ok(false);
        }
        self.table.write(&host.table)?;
        let pages: Vec<i32> = changes.fresh.iter().map(|(page, _)| *page as i32).collect();
        let value = |blank: usize| self.blanks.get(blank).copied().unwrap_or_default();
        let values: Vec<f32> = changes.fresh.iter().map(|(_, blank)| value(*blank as usize)).collect();
        if !pages.is_empty() {
            let points = self.device.stream_in(Layout::Linear, pages.len(), &pages)?;
            let values = self.device.stream_in(Layout::Linear, values.len(), &values)?;
            let kernel = kernel(&self.device, &FILL)?;
            let call = kernel.call().vertex_stream("pages", &points).vertex_stream("values", &values);
            call.output("memory", memory).points(pages.len()).run()?;
        }
        Ok(true)
    }

    /// The values of these cells. Where there is no memory, that of the blank page; outside the volume, that of the first blank page.
    ///
    /// # Errors
    /// [`Error::Call`] where the cells have not the layout of the table's era.
    pub fn read(&self, memory: &Stream<f32>, cells: &Stream<Cell>) -> Result<Stream<f32>> {
        let mut result = self.device.empty(cells.shape())?;
        if self.table.is_empty() {
            result.write(&vec![self.blanks[0]; cells.len()])?; // a volume of no cells: all are outside
            return Ok(result);
        }
        let call = kernel(&self.device, &READ)?;
        let call = call
            .call()
            .uniform("extent", self.cells())
            .gather("table", &self.table)
            .gather("memory", memory);
        call.input("cells", cells).output("result", &mut result).run()?;
        Ok(result)
    }

    /// Writes values to these cells. Those without memory or outside the volume are passed over; a cell must not come twice, or one of its values
    /// stays, in the compute era any.
    ///
    /// # Errors
    /// [`Error::Data`] where there are not as many values as cells.
    pub fn write(&self, memory: &mut Stream<f32>, cells: &Stream<Cell>, values: &Stream<f32>) -> Result<()> {
        if cells.len() != values.len() {
            let (cells, values) = (cells.len(), values.len());
            return Err(Error::data(format!("{values} values for {cells} cells; give one for each")));
        }
        if cells.is_empty() || self.table.is_empty() {
            return Ok(());
        }
        let kernel = kernel(&self.device, &WRITE)?;
        let (extent, blanks) = (self.cells(), self.blanks.len() as i32);
        match self.device.era() {
            Era::Fragment => {
                let (points, streamed) = (self.points_of(cells)?, self.points_of(values)?);
                let call = kernel.call().uniform("extent", extent).uniform("blanks", blanks);
                let call = call.gather("table", &self.table).vertex_stream("cells", &points);
                call.vertex_stream("values", &streamed)
                    .output("memory", memory)
                    .points(cells.len())
                    .run()
            }
            Era::Compute => {
                let call = kernel.call().uniform("extent", extent).uniform("blanks", blanks);
                let call = call
                    .gather("table", &self.table)
                    .gather("cells", cells)
                    .gather("values", values);
                call.output("memory", memory).elements(cells.len()).run()
            }
        }
    }

    /// How many pages are wanted, and have memory. In the compute era the host waits for the answer.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn usage(&self) -> Result<Usage> {
        let (wanted, mapped) = match &self.keeper {
            Keeper::Host(host) => (host.wanted, self.capacity - host.free.len()),
            Keeper::Device(pages) => pages.usage(self.capacity)?,
        };
        Ok(Usage { wanted, mapped, capacity: self.capacity })
    }

    /// Of each virtual page its physical one: x fastest, then y, then z.
    pub fn table(&self) -> &Stream<u32> {
        &self.table
    }

    /// Cells along x, y and z.
    pub fn extent(&self) -> [usize; 3] {
        self.extent
    }

    /// The era in which it lies.
    pub(in crate::algorithms) fn era(&self) -> Era {
        self.device.era()
    }

    /// The extent as kernels want it.
    pub(in crate::algorithms) fn cells(&self) -> [i32; 3] {
        self.extent.map(|cells| cells as i32)
    }

    pub(in crate::algorithms) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    /// A stream as vertices: a copy made on the device.
    fn points_of<T: crate::Element>(&self, stream: &Stream<T>) -> Result<Stream<T>> {
        let mut points = self.device.empty_in(Layout::Linear, stream.len())?;
        points.copy_from(stream)?;
        Ok(points)
    }
}

/// Pages of a volume along x, y and z.
pub fn pages_of([x, y, z]: [usize; 3]) -> [usize; 3] {
    [x.div_ceil(SIDE), y.div_ceil(SIDE), z]
}

/// Maps the pages of the cells written and writes them, frees all pages but those of the cells kept, and reads the cells asked: in the
/// device's era. A page without memory reads `blank`.
///
/// # Errors
/// [`Error::Limit`] where `capacity` pages are too few.
pub fn page_table(device: &Device, requests: &Requests, capacity: usize, blank: f32) -> Result<Stream<f32>> {
    let mut pages = PageTable::new(device, requests.extent, capacity, &[blank])?;
    let mut memory = pages.memory()?;
    let (cells, values): (Vec<Cell>, Vec<f32>) = requests.written.iter().copied().unzip();
    let cells = device.stream(&cells)?;
    let mut wants = pages.wants(&cells)?;
    pages.keep(&mut wants, &mut memory)?;
    pages.write(&mut memory, &cells, &device.stream(&values)?)?;
    let mut wants = pages.wants(&device.stream(&requests.kept)?)?;
    pages.usage()?.check()?;
    pages.keep(&mut wants, &mut memory)?;
    pages.usage()?.check()?;
    pages.read(&memory, &device.stream(&requests.asked)?)
}

/// As [`page_table`], in the fragment era.
///
/// # Errors
/// As [`page_table`].
pub fn fragment(device: &Device, requests: &Requests, capacity: usize, blank: f32) -> Result<Stream<f32>> {
    page_table(&device.with_era(Era::Fragment)?, requests, capacity, blank)
}

/// As [`page_table`], in the compute era.
///
/// # Errors
/// As [`page_table`].
pub fn compute(device: &Device, requests: &Requests, capacity: usize, blank: f32) -> Result<Stream<f32>> {
    page_table(&device.with_era(Era::Compute)?, requests, capacity, blank)
}
