//! A page table: a volume in which only some pages have memory, with an address translation in front.
//!
#![doc = table!()]
//!
//! A page is [`SIDE`] by [`SIDE`] cells of one slice. The table has a word for each page of the volume: the number of a
//! physical page. The first physical pages are blank: each holds a single value, nothing writes them, and every page
//! without memory is mapped to one of them. So a read needs no branch, and every cell without memory still has a value.
//!
//! Sources: Lefohn, Kniss, Strzodka, Sengupta and Owens, Glift: Generic, Efficient, Random-Access GPU Data
//! Structures, ACM TOG 25(1), 2006; Lefohn, Kniss and Owens, Implementing Efficient Parallel Data Structures
//! on GPUs, GPU Gems 2, chapter 33, 2005; Lefohn, Kniss, Hansen and Whitaker, A Streaming Narrow-Band
//! Algorithm, 2004.
//!
//! Every way on the same data:
//!
//! ```
//! use gristmill::algorithms::page_table::{
//!     CELLS, Cell, PAGES, PageTable, Requests, SIDE, Usage, WANTED, pages_of,
//! };
//! use gristmill::algorithms::page_table;
//! use gristmill::{Device, Era};
//! # let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
//! let (fragment, compute) = (device.with_era(Era::Fragment)?, device.with_era(Era::Compute)?);
//! assert_eq!((CELLS, pages_of([16, 9, 2])), (SIDE * SIDE, [2, 2, 2]));
//! let (one, other): (Cell, Cell) = ([1, 2, 0, 0], [15, 2, 0, 0]); // in two pages
//! let requests = Requests {
//!     extent: [16, 8, 1],
//!     written: vec![(one, 7.0), (other, 8.0)],
//!     kept: vec![other],
//!     asked: vec![one, other],
//! };
//! assert_eq!(page_table::reference(&requests, 0.5), [0.5, 8.0]);
//! assert_eq!(page_table(&device, &requests, 2, 0.5)?.read()?, [0.5, 8.0]);
//! assert_eq!(page_table::fragment(&fragment, &requests, 2, 0.5)?.read()?, [0.5, 8.0]);
//! assert_eq!(page_table::fragment_2005(&fragment, &requests, 2, 0.5)?.read()?, [0.5, 8.0]);
//! assert_eq!(page_table::compute(&compute, &requests, 2, 0.5)?.read()?, [0.5, 8.0]);
//!
//! // The same by hand.
//! let mut pages = PageTable::new(&compute, requests.extent, 2, &[0.5])?;
//! assert_eq!((pages.extent(), pages.table().len()), ([16, 8, 1], 2));
//! let (mut memory, cells) = (pages.memory()?, compute.stream(&[one])?);
//! let mut wants = pages.wants(&cells)?;
//! assert_eq!(wants.read()?, [WANTED, 0]);
//! pages.keep(&mut wants, &mut memory)?;
//! pages.write(&mut memory, &cells, &compute.stream(&[7.0])?)?;
//! assert_eq!(pages.read(&memory, &cells)?.read()?, [7.0]);
//! let usage: Usage = pages.usage()?.check()?;
//! assert!(usage.mapped == 1 && usage.capacity <= PAGES);
//! # Ok::<(), gristmill::Error>(())
//! ```

mod access;
mod device_pages;
mod host_marks;
mod host_pages;
mod of_2005;
mod pages;
mod trial;

use crate::{Device, Era, KernelSource, Result, Stream, kernel_pair};
pub(in crate::algorithms) use host_pages::HostPages;
pub(in crate::algorithms) use of_2005::draw_points;
pub use of_2005::fragment_2005;
pub(in crate::algorithms) use pages::PageAllocator;
pub use pages::{PageTable, Usage, pages_of};
use std::collections::{BTreeMap, BTreeSet};
use trial::trial;

rungs! {
    "a sparse volume in pages behind a table: map, write, free, read", 1 << 14, trial;
    fragment: "cells mark their pages as points; the host reads the marks and hands out pages; values are drawn as points",
        "1 pass to mark, 1 to fill new pages, 1 to write, 1 to read", "Lefohn and others 2006";
    fragment_2005: "the host maps pages; a read goes through a texture of texels", "1 pass to write, 1 to fill, 1 to read",
        "Lefohn and others 2004; GPU Gems 2, chapter 33", on "radeon-9700";
    compute: "cells mark their pages by an atomic OR; a stack of free pages on the device",
        "1 dispatch to mark, 4 to count, free, allocate and fill, 1 to write, 1 to read", "a stack of free pages";
}

const FILL: KernelSource = kernel_pair!("structures/page_table_fill", vertex);

/// Cells of a page along x and along y; along z a page is one cell.
pub const SIDE: usize = 8;

/// Cells per page.
pub const CELLS: usize = SIDE * SIDE;

/// Mark of a virtual page that must have memory. A lesser mark is the number of the blank page that it becomes.
pub const WANTED: u32 = 2;

/// Largest number of physical pages: work groups along x of a dispatch, one per page.
pub const PAGES: usize = 65_535;

/// The x, y and z of a cell; the fourth channel is not used.
pub type Cell = [i32; 4];

/// The requests to a volume in pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Requests {
    /// Cells of the volume along x, y and z.
    pub extent: [usize; 3],
    /// Cells whose pages get memory, and their values; no cell twice.
    pub written: Vec<(Cell, f32)>,
    /// Cells whose pages keep their memory afterwards; all others lose it.
    pub kept: Vec<Cell>,
    /// Cells that are read at the end.
    pub asked: Vec<Cell>,
}

/// Maps the pages of the written cells and writes them, frees all pages but those of the kept cells, and reads the
/// requested cells: in the device's era. A page without memory reads as `blank`.
///
/// # Errors
/// [`crate::Error::Limit`] if `capacity` pages are too few.
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

// ANCHOR: reference
/// Computes the same values on the host, by a map from cells to values.
pub fn reference(requests: &Requests, blank: f32) -> Vec<f32> {
    let written = requests.written.iter().filter(|(cell, _)| is_inside(cell, requests.extent));
    let values: BTreeMap<_, _> = written.map(|(cell, value)| (&cell[..3], *value)).collect();
    let kept: BTreeSet<_> = requests
        .kept
        .iter()
        .filter(|cell| is_inside(cell, requests.extent))
        .map(find_page)
        .collect();
    requests
        .asked
        .iter()
        .map(|cell: &Cell| match values.get(&cell[..3]) {
            Some(value) if kept.contains(&find_page(cell)) => *value,
            _ => blank,
        })
        .collect()
}

fn find_page(cell: &Cell) -> (i32, i32, i32) {
    (cell[0] / SIDE as i32, cell[1] / SIDE as i32, cell[2])
}

fn is_inside(cell: &Cell, extent: [usize; 3]) -> bool {
    (0..3).all(|axis| (0..extent[axis] as i64).contains(&i64::from(cell[axis])))
}
// ANCHOR_END: reference

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
