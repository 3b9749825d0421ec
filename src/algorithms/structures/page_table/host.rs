//! The fragment era: the host hands out pages.

use super::WANTED;

// ANCHOR: host
/// The fragment era's memory manager: a table and a stack of free pages on the host.
#[derive(Debug)]
pub(in crate::algorithms) struct Host {
    /// The physical page of each virtual page.
    pub table: Vec<u32>,
    /// Physical pages that nobody has.
    pub free: Vec<u32>,
    /// Pages that were wanted last.
    pub wanted: usize,
    blanks: u32,
    capacity: usize,
}
// ANCHOR_END: host

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

    // ANCHOR: keep
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
    // ANCHOR_END: keep
}
