//! The fragment era: the host hands out pages.

use super::pages::Keeper;
use super::{FILL, PageTable, WANTED};
use crate::{Error, Layout, Result, Stream};

// ANCHOR: host
/// The fragment era's memory manager: a table and a stack of free pages on the host.
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

impl PageTable {
    /// [`PageTable::keep`] in the fragment era, where the marks are on the host. Says whether anything
    /// changed.
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
            self.device
                .kernel(&FILL)?
                .call()
                .vertex_stream("pages", &points)
                .vertex_stream("values", &values)
                .output("memory", memory)
                .points(pages.len())
                .run()?;
        }
        Ok(true)
    }
}
