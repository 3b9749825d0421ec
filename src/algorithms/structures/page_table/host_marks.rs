//! Pages that the host allocates, by marks that it has read.

use super::pages::PageAllocator;
use super::{FILL, PageTable};
use crate::{Error, Layout, Result, Stream};

impl PageTable {
    /// Does the work of [`PageTable::keep`] in the fragment era, with the marks on the host. Returns true if anything
    /// changed.
    pub(in crate::algorithms) fn apply_host_marks(&mut self, wants: &[u32], memory: &mut Stream<f32>) -> Result<bool> {
        let PageAllocator::Host(host) = &mut self.keeper else {
            return Err(Error::data("this table's pages are managed on the device; call keep"));
        };
        if wants.len() != host.table.len() {
            return Err(Error::data(format!("{} marks for {} virtual pages", wants.len(), host.table.len())));
        }
        let Some(changes) = host.apply_marks(wants) else { return Ok(false) };
        if changes.fresh.is_empty() && changes.freed == 0 {
            return Ok(false);
        }
        self.table.write(&host.table)?;
        let pages: Vec<i32> = changes.fresh.iter().map(|(page, _)| *page as i32).collect();
        let values: Vec<f32> = changes
            .fresh
            .iter()
            .map(|(_, blank)| self.blanks.get(*blank as usize).copied().unwrap_or_default())
            .collect();
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
