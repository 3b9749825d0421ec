//! The vertices that draw the pages in use, and the marks from their message.

use crate::algorithms::page_table::{PageAllocator, PageTable, SIDE, WANTED, pages_of};
use crate::{Call, Device, Layout, Result, Stream};

// ANCHOR: vertices
/// A vertex for each page in use: its position, and those of its neighbours.
#[derive(Debug)]
pub(super) struct PageVertices {
    own: Stream<[i32; 4]>,
    beside: Stream<[i32; 4]>,
    above: Stream<[i32; 2]>,
    pub count: usize,
}
// ANCHOR_END: vertices

impl PageVertices {
    pub(super) fn new(device: &Device, capacity: usize) -> Result<PageVertices> {
        let room = capacity.max(1);
        let [own, beside] = [device.empty_in(Layout::Linear, room)?, device.empty_in(Layout::Linear, room)?];
        Ok(PageVertices { own, beside, above: device.empty_in(Layout::Linear, room)?, count: 0 })
    }

    // ANCHOR: send
    /// Uploads the vertices of all pages in use.
    pub(super) fn upload(&mut self, pages: &PageTable) -> Result<()> {
        let mut own = Vec::new();
        let mut beside = Vec::new();
        let mut above = Vec::new();
        let PageAllocator::Host(host) = pages.page_allocator() else { return Ok(()) };
        let [columns, rows, slices] = pages_of(pages.extent());
        for (page, memory) in host.table.iter().enumerate().filter(|(_, memory)| **memory >= WANTED) {
            let [x, y, z] = [page % columns, (page / columns) % rows, page / (columns * rows)];
            let beyond = |inside: bool, page: usize| if inside { host.table[page] as i32 } else { 0 };
            own.push([*memory as i32, (x * SIDE) as i32, (y * SIDE) as i32, z as i32]);
            beside.push([
                beyond(x > 0, page.wrapping_sub(1)),
                beyond(x + 1 < columns, page + 1),
                beyond(y > 0, page.wrapping_sub(columns)),
                beyond(y + 1 < rows, page + columns),
            ]);
            let slice = columns * rows;
            above.push([beyond(z > 0, page.wrapping_sub(slice)), beyond(z + 1 < slices, page + slice)]);
        }
        self.count = own.len();
        self.own.write_range(0, &own)?;
        self.beside.write_range(0, &beside)?;
        self.above.write_range(0, &above)
    }
    // ANCHOR_END: send

    // ANCHOR: draw
    /// Runs a call with a point for each page in use.
    pub(super) fn draw<'a>(&'a self, call: Call<'a>) -> Result<()> {
        call.vertex_stream("own", &self.own)
            .vertex_stream("beside", &self.beside)
            .vertex_stream("above", &self.above)
            .points(self.count)
            .run()
    }
    // ANCHOR_END: draw
}

// ANCHOR: wants
/// Returns the marks of all virtual pages, from the messages of those in use: bit 0 for itself, 1 to 6 for its
/// neighbours, 7 for its blank page.
pub(super) fn mark_wanted_pages(pages: &PageTable, message: &[u32]) -> Vec<u32> {
    let PageAllocator::Host(host) = pages.page_allocator() else { return Vec::new() };
    mark_table(&host.table, pages.extent(), message)
}

pub(super) fn mark_table(table: &[u32], extent: [usize; 3], message: &[u32]) -> Vec<u32> {
    let [columns, rows, _] = pages_of(extent).map(|count| count as isize);
    let ways = [0, -1, 1, -columns, columns, -columns * rows, columns * rows];
    let mut wants = vec![0; table.len()];
    for (page, memory) in table.iter().enumerate().filter(|(_, memory)| **memory >= WANTED) {
        let bits = message.get(*memory as usize).copied().unwrap_or_default();
        wants[page] |= bits >> 7;
        for (_, way) in (0..).zip(ways).filter(|(bit, _)| (bits >> bit) & 1 == 1) {
            // If the kernel is right, a cell at a face of the volume requests nothing past that face.
            if let Some(want) = wants.get_mut(page.wrapping_add_signed(way)) {
                *want |= WANTED;
            }
        }
    }
    wants
}
// ANCHOR_END: wants
