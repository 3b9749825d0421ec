//! Who hands out pages: the host in the fragment era, the device in the compute era.

use super::{ALLOCATE, COUNT, FILL, FREE, WANTED, kernel};
use crate::{Device, Result, Stream};

/// Who hands out pages.
pub(in crate::algorithms) enum Keeper {
    /// The host, which reads marks.
    Host(Host),
    /// The device, by atomic operations.
    Device(Box<OnDevice>),
}

// ANCHOR: host
/// The fragment era's memory manager: a table and a stack of free pages on the host.
pub(in crate::algorithms) struct Host {
    /// Of each virtual page its physical one.
    pub table: Vec<u32>,
    /// Physical pages that nobody has.
    pub free: Vec<u32>,
    /// Pages that were wanted last.
    pub wanted: usize,
    blanks: u32,
    capacity: usize,
}

/// What the host has changed.
pub(in crate::algorithms) struct Changes {
    /// Physical pages that are new, each with the blank page that it was before.
    pub fresh: Vec<(u32, u32)>,
    /// How many pages have no memory any more.
    pub freed: usize,
}

impl Host {
    pub(super) fn new(table: Vec<u32>, blanks: usize, capacity: usize) -> Host {
        let free = (blanks as u32..(blanks + capacity) as u32).rev().collect();
        Host { table, free, wanted: 0, blanks: blanks as u32, capacity }
    }

    /// Frees and allocates by marks; none where there is not memory for all.
    pub(super) fn keep(&mut self, wants: &[u32]) -> Option<Changes> {
        self.wanted = wants.iter().filter(|mark| **mark >= WANTED).count();
        if self.wanted > self.capacity {
            return None;
        }
        let mut changes = Changes { fresh: Vec::new(), freed: 0 };
        for (page, mark) in self.table.iter_mut().zip(wants) {
            if *page >= self.blanks && *mark < WANTED {
                self.free.push(*page);
                *page = *mark;
                changes.freed += 1;
            }
        }
        for (page, mark) in self.table.iter_mut().zip(wants) {
            if *page < self.blanks && *mark >= WANTED {
                let memory = self.free.pop()?; // there is one: those wanted are no more than those there are
                changes.fresh.push((memory, *page));
                *page = memory;
            }
        }
        Some(changes)
    }
}
// ANCHOR_END: host

/// The compute era's memory manager: a stack of free pages, lists and counts, all on the device.
pub(in crate::algorithms) struct OnDevice {
    /// The mapped virtual pages, in any order; as many as are counted.
    pub list: Stream<u32>,
    /// What is counted, as in `page_counts.glsl`: group counts of the list first.
    pub counts: Stream<u32>,
    stack: Stream<u32>,
    fresh: Stream<[u32; 2]>,
    blanks: usize,
    capacity: usize,
}

/// Counts at the beginning: no page is listed, new or wanted. What is behind them is how many are free.
const BEGIN: [u32; 7] = [0, 1, 1, 0, 1, 1, 0];

impl OnDevice {
    pub(super) fn new(device: &Device, pages: usize, blanks: usize, capacity: usize) -> Result<OnDevice> {
        let stack: Vec<u32> = (blanks as u32..(blanks + capacity) as u32).rev().collect();
        let counts: Vec<u32> = BEGIN.into_iter().chain([capacity as u32]).collect();
        // Buffers of no element are none: they have one at least.
        let room = capacity.min(pages).max(1);
        Ok(OnDevice {
            list: device.empty(room)?,
            counts: device.stream(&counts)?,
            stack: if stack.is_empty() { device.empty(1)? } else { device.stream(&stack)? },
            fresh: device.empty(room)?,
            blanks,
            capacity,
        })
    }

    // ANCHOR: device
    /// Counts, frees, allocates and fills; four dispatches, the last as large as the device has counted.
    pub(super) fn keep(
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
        self.counts.write_range(0, &BEGIN)?;
        let count = kernel(device, &COUNT)?;
        count
            .call()
            .gather("wants", wants)
            .update("counts", &mut self.counts)
            .elements(pages)
            .run()?;
        let (blanks, capacity) = (self.blanks as i32, self.capacity as i32);
        let free = kernel(device, &FREE)?;
        let call = free
            .call()
            .uniform("blanks", blanks)
            .uniform("capacity", capacity)
            .gather("wants", wants);
        let call = call
            .update("table", table)
            .output("stack", &mut self.stack)
            .update("counts", &mut self.counts);
        call.elements(pages).run()?;
        let allocate = kernel(device, &ALLOCATE)?;
        let call = allocate
            .call()
            .uniform("blanks", blanks)
            .uniform("capacity", capacity)
            .update("wants", wants);
        let call = call
            .update("table", table)
            .gather("stack", &self.stack)
            .update("counts", &mut self.counts);
        call.output("list", &mut self.list)
            .output("fresh", &mut self.fresh)
            .elements(pages)
            .run()?;
        let fill = kernel(device, &FILL)?;
        fill.call()
            .gather("fresh", &self.fresh)
            .update("memory", memory)
            .indirect(&self.counts, 3)
            .run()
    }
    // ANCHOR_END: device

    /// Pages wanted, and mapped.
    pub(super) fn usage(&self, capacity: usize) -> Result<(usize, usize)> {
        let counts = self.counts.read_range(6..8)?;
        let count = |at: usize| counts.get(at).map_or(0, |count| *count as usize);
        Ok((count(0), capacity.saturating_sub(count(1))))
    }
}
