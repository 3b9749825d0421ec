//! The address translation of a volume in pages, and memory for its pages.

use super::device_pages::DevicePages;
use super::host_pages::HostPages;
use super::{CELLS, PAGES, SIDE, WANTED};
use crate::{Device, Era, Error, Result, Stream};

/// Number of pages of a volume along x, y and z.
pub fn pages_of([x, y, z]: [usize; 3]) -> [usize; 3] {
    [x.div_ceil(SIDE), y.div_ceil(SIDE), z]
}

/// Number of pages that exist, and that are needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Usage {
    /// Pages wanted by the last marks.
    pub wanted: usize,
    /// Pages with memory.
    pub mapped: usize,
    /// Pages that there is memory for.
    pub capacity: usize,
}

impl Usage {
    /// Checks that there was memory for all wanted pages.
    ///
    /// # Errors
    /// [`Error::Limit`] if there was not: then nothing was mapped or freed.
    pub fn check(self) -> Result<Usage> {
        let Usage { wanted, mapped, capacity } = self;
        if wanted <= capacity {
            return Ok(self);
        }
        let next = format!("the {mapped} mapped ones are kept; give memory for {wanted}, or ask for less");
        Err(Error::limit("pages wanted", wanted as u128, capacity as u128, next))
    }
}

/// The allocator of the pages.
#[derive(Debug)]
pub(in crate::algorithms) enum PageAllocator {
    /// The host, which reads marks.
    Host(HostPages),
    /// The device, by atomic operations.
    Device(Box<DevicePages>),
}

// ANCHOR: table
/// The address translation of a volume in pages, and the allocator of the pages. The values are separate, in one or
/// several [`PageTable::memory`].
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
#[derive(Debug)]
pub struct PageTable {
    pub(super) device: Device,
    extent: [usize; 3],
    capacity: usize,
    /// Values of the blank pages.
    pub(super) blanks: Vec<f32>,
    /// The physical page of each virtual page.
    pub(super) table: Stream<u32>,
    pub(super) keeper: PageAllocator,
}
// ANCHOR_END: table

impl PageTable {
    /// Builds a volume of `extent` cells along x, y and z, with memory for `capacity` pages in the device's era. No
    /// page is mapped: all read as `blanks[0]`.
    ///
    /// # Errors
    /// [`Error::Limit`] if there are more than 65,535 physical pages or 2^31 cells, or the table does not fit the
    /// device; [`Error::Data`] without a blank value, or with more than two.
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
            return Err(Error::limit(
                "cells of a volume",
                most,
                (1 << 31) - 1,
                "kernels count them in int; split the volume",
            ));
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
            Era::Fragment => PageAllocator::Host(HostPages::new(table, blanks.len(), capacity)),
            Era::Compute => {
                PageAllocator::Device(Box::new(DevicePages::new(device, table.len(), blanks.len(), capacity)?))
            }
        };
        Ok(PageTable { device: device.clone(), extent, capacity, blanks: blanks.to_vec(), table: stream, keeper })
    }

    /// Creates memory for the pages, with the blank ones filled.
    ///
    /// In the fragment era it is a texture of squares, 8 by 8 texels each; in the compute era a buffer, 64 words per
    /// page.
    ///
    /// # Errors
    /// [`Error::Limit`] if it does not fit the device.
    pub fn memory(&self) -> Result<Stream<f32>> {
        let pages = self.blanks.len() + self.capacity;
        match self.device.era() {
            Era::Fragment => {
                let columns = pages.isqrt().next_power_of_two().max(WANTED as usize);
                let mut memory = self.device.empty([columns * SIDE, pages.div_ceil(columns) * SIDE])?;
                let row: Vec<f32> = (0..columns * SIDE)
                    .map(|x| self.blanks.get(x / SIDE).copied().unwrap_or_default())
                    .collect();
                memory.write_range(0, &row.repeat(SIDE))?;
                Ok(memory)
            }
            Era::Compute => {
                let mut memory = self.device.empty(pages * CELLS)?;
                let cells: Vec<f32> = (0..self.blanks.len() * CELLS)
                    .map(|cell| self.blanks.get(cell / CELLS).copied().unwrap_or_default())
                    .collect();
                memory.write_range(0, &cells)?;
                Ok(memory)
            }
        }
    }

    /// Returns the number of pages that are wanted, and that have memory. In the compute era the host waits for it.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn usage(&self) -> Result<Usage> {
        let (wanted, mapped) = match &self.keeper {
            PageAllocator::Host(host) => (host.wanted, self.capacity - host.free.len()),
            PageAllocator::Device(pages) => pages.usage(self.capacity)?,
        };
        Ok(Usage { wanted, mapped, capacity: self.capacity })
    }

    /// Returns the physical page of each virtual page: x fastest, then y, then z.
    pub fn table(&self) -> &Stream<u32> {
        &self.table
    }

    /// Returns the number of cells along x, y and z.
    pub fn extent(&self) -> [usize; 3] {
        self.extent
    }

    /// Returns the era of its device.
    pub(in crate::algorithms) fn era(&self) -> Era {
        self.device.era()
    }

    /// Returns the extent as a uniform.
    pub(in crate::algorithms) fn extent_uniform(&self) -> [i32; 3] {
        self.extent.map(|cells| cells as i32)
    }

    pub(in crate::algorithms) fn page_allocator(&self) -> &PageAllocator {
        &self.keeper
    }
}
