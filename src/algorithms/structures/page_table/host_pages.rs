//! The fragment era: the host manages the pages.

use super::WANTED;

// ANCHOR: host
/// The fragment era's memory manager: a table and a stack of free pages on the host.
#[derive(Debug)]
pub(in crate::algorithms) struct HostPages {
    /// The physical page of each virtual page.
    pub table: Vec<u32>,
    /// Unused physical pages.
    pub free: Vec<u32>,
    /// Number of pages wanted by the last marks.
    pub wanted: usize,
    blanks: u32,
    capacity: usize,
}
// ANCHOR_END: host

/// The changes that the host has made.
pub(in crate::algorithms) struct PageChanges {
    /// New physical pages, each with the blank page that its virtual page had before.
    pub fresh: Vec<(u32, u32)>,
    /// Number of pages that lost their memory.
    pub freed: usize,
}

impl HostPages {
    pub(in crate::algorithms) fn new(table: Vec<u32>, blanks: usize, capacity: usize) -> HostPages {
        let free = (blanks as u32..(blanks + capacity) as u32).rev().collect();
        HostPages { table, free, wanted: 0, blanks: blanks as u32, capacity }
    }

    // ANCHOR: keep
    /// Frees and allocates by marks; `None` if there is not enough memory for all.
    pub(in crate::algorithms) fn apply_marks(&mut self, wants: &[u32]) -> Option<PageChanges> {
        self.wanted = wants.iter().filter(|mark| **mark >= WANTED).count();
        if self.wanted > self.capacity {
            return None;
        }
        let mut changes = PageChanges { fresh: Vec::new(), freed: 0 };
        for (page, mark) in self.table.iter_mut().zip(wants) {
            if *page >= self.blanks && *mark < WANTED {
                self.free.push(*page);
                *page = *mark;
                changes.freed += 1;
            }
        }
        for (page, mark) in self.table.iter_mut().zip(wants) {
            if *page < self.blanks && *mark >= WANTED {
                let memory = self.free.pop()?; // there is one: not more are wanted than exist
                changes.fresh.push((memory, *page));
                *page = memory;
            }
        }
        Some(changes)
    }
    // ANCHOR_END: keep
}
