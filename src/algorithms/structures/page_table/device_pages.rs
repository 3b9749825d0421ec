//! The compute era: the device manages the pages, without the host.

use super::FILL;
use crate::{Device, KernelSource, Result, Stream, compute_kernel};

const COUNT: KernelSource = compute_kernel!("structures/page_table_count");
const FREE: KernelSource = compute_kernel!("structures/page_table_free");
const ALLOCATE: KernelSource = compute_kernel!("structures/page_table_allocate");

/// The compute era's memory manager: a stack of free pages, lists and counts, all on the device.
#[derive(Debug)]
pub(in crate::algorithms) struct DevicePages {
    /// The mapped virtual pages, in any order; `counts` has their number.
    pub list: Stream<u32>,
    /// Counts, as in `page_counts.glsl`: group counts of the list first.
    pub counts: Stream<u32>,
    stack: Stream<u32>,
    fresh: Stream<[u32; 2]>,
    blanks: usize,
    capacity: usize,
}

/// Initial counts: no page is listed, new or wanted. The number of free pages follows them.
const INITIAL_COUNTS: [u32; 7] = [0, 1, 1, 0, 1, 1, 0];

impl DevicePages {
    pub(super) fn new(device: &Device, pages: usize, blanks: usize, capacity: usize) -> Result<DevicePages> {
        let stack: Vec<u32> = (blanks as u32..(blanks + capacity) as u32).rev().collect();
        let counts: Vec<u32> = INITIAL_COUNTS.into_iter().chain([capacity as u32]).collect();
        // An empty buffer does not exist: each has at least one element.
        let room = capacity.min(pages).max(1);
        Ok(DevicePages {
            list: device.empty(room)?,
            counts: device.stream(&counts)?,
            stack: if stack.is_empty() { device.empty(1)? } else { device.stream(&stack)? },
            fresh: device.empty(room)?,
            blanks,
            capacity,
        })
    }

    // ANCHOR: count
    /// Counts, frees, allocates and fills; four dispatches, the last as large as the device has counted.
    pub(super) fn apply_marks(
        &mut self,
        device: &Device,
        table: &mut Stream<u32>,
        wants: &mut Stream<u32>,
        memory: &mut Stream<f32>,
    ) -> Result<()> {
        let pages = table.len();
        if pages == 0 {
            return Ok(());
        }
        self.counts.write_range(0, &INITIAL_COUNTS)?;
        let blanks = self.blanks as i32;
        let capacity = self.capacity as i32;
        device
            .kernel(&COUNT)?
            .call()
            .gather("wants", wants)
            .update("counts", &mut self.counts)
            .elements(pages)
            .run()?;
        // ANCHOR_END: count
        // ANCHOR: free
        device
            .kernel(&FREE)?
            .call()
            .uniform("blanks", blanks)
            .uniform("capacity", capacity)
            .gather("wants", wants)
            .update("table", table)
            .output("stack", &mut self.stack)
            .update("counts", &mut self.counts)
            .elements(pages)
            .run()?;
        // ANCHOR_END: free
        // ANCHOR: allocate
        device
            .kernel(&ALLOCATE)?
            .call()
            .uniform("blanks", blanks)
            .uniform("capacity", capacity)
            .update("wants", wants)
            .update("table", table)
            .gather("stack", &self.stack)
            .update("counts", &mut self.counts)
            .output("list", &mut self.list)
            .output("fresh", &mut self.fresh)
            .elements(pages)
            .run()?;
        device
            .kernel(&FILL)?
            .call()
            .gather("fresh", &self.fresh)
            .update("memory", memory)
            .indirect(&self.counts, 3)
            .run()
    }
    // ANCHOR_END: allocate

    /// Reads the numbers of pages wanted, and mapped.
    pub(super) fn usage(&self, capacity: usize) -> Result<(usize, usize)> {
        let counts = self.counts.read_range(6..8)?;
        Ok((read_count(0, &counts), capacity.saturating_sub(read_count(1, &counts))))
    }
}

fn read_count(at: usize, counts: &[u32]) -> usize {
    counts.get(at).map_or(0, |count| *count as usize)
}
