//! Access to the pages: marks of those that need memory, reads and writes through the table.

use super::pages::PageAllocator;
use super::{Cell, PageTable};
use crate::{Element, Era, Error, KernelSource, Layout, Result, Stream, kernel_pair};

const READ: KernelSource = kernel_pair!("structures/page_table");
const WRITE: KernelSource = kernel_pair!("structures/page_table_write", vertex);
const WANT: KernelSource = kernel_pair!("structures/page_table_want", vertex);

impl PageTable {
    /// Marks each virtual page that contains one of these cells by [`WANTED`](super::WANTED), and all others by 0.
    /// Cells outside the volume mark nothing.
    ///
    /// # Errors
    /// [`Error::Call`] if the cells do not have the layout of the table's era.
    pub fn wants(&self, cells: &Stream<Cell>) -> Result<Stream<u32>> {
        let mut wants = self.device.empty(self.table.len())?;
        if cells.is_empty() || wants.is_empty() {
            return Ok(wants);
        }
        let kernel = self.device.kernel(&WANT)?;
        match self.device.era() {
            Era::Fragment => kernel
                .call()
                .uniform("extent", self.extent_uniform())
                .vertex_stream("cells", &self.copy_to_vertices(cells)?)
                .output("wants", &mut wants)
                .points(cells.len())
                .run()?,
            Era::Compute => kernel
                .call()
                .uniform("extent", self.extent_uniform())
                .gather("cells", cells)
                .update("wants", &mut wants)
                .elements(cells.len())
                .run()?,
        }
        Ok(wants)
    }

    // ANCHOR: keep
    /// Allocates memory for the virtual pages that are marked [`WANTED`](super::WANTED), and frees that of all others,
    /// which become the blank page of their mark. New pages read as before. If more pages are wanted than there are,
    /// nothing changes, and [`Usage::check`](super::Usage::check) reports it.
    ///
    /// In the compute era the host reads nothing, and the marks are 0 afterwards unless there were too many.
    ///
    /// # Errors
    /// [`Error::Call`] if the marks or the memory are not this table's.
    pub fn keep(&mut self, wants: &mut Stream<u32>, memory: &mut Stream<f32>) -> Result<()> {
        match &mut self.keeper {
            PageAllocator::Host(_) => {
                let wants = wants.read()?; // the message from the device
                self.apply_host_marks(&wants, memory).map(|_| ())
            }
            PageAllocator::Device(pages) => pages.apply_marks(&self.device, &mut self.table, wants, memory),
        }
    }
    // ANCHOR_END: keep

    /// Reads the values of these cells: that of the blank page if there is no memory, that of the first blank page
    /// outside the volume.
    ///
    /// # Errors
    /// [`Error::Call`] if the cells do not have the layout of the table's era.
    pub fn read(&self, memory: &Stream<f32>, cells: &Stream<Cell>) -> Result<Stream<f32>> {
        let mut result = self.device.empty(cells.shape())?;
        if self.table.is_empty() {
            result.write(&vec![self.blanks[0]; cells.len()])?; // a volume of no cells: all are outside
            return Ok(result);
        }
        self.device
            .kernel(&READ)?
            .call()
            .uniform("extent", self.extent_uniform())
            .gather("table", &self.table)
            .gather("memory", memory)
            .input("cells", cells)
            .output("result", &mut result)
            .run()?;
        Ok(result)
    }

    /// Writes values to these cells. Cells without memory or outside the volume are skipped. No cell may occur twice:
    /// otherwise one of its values stays, in the compute era any of them.
    ///
    /// # Errors
    /// [`Error::Data`] if there are not as many values as cells.
    pub fn write(&self, memory: &mut Stream<f32>, cells: &Stream<Cell>, values: &Stream<f32>) -> Result<()> {
        if cells.len() != values.len() {
            let cells = cells.len();
            let values = values.len();
            return Err(Error::data(format!("{values} values for {cells} cells; give one for each")));
        }
        if cells.is_empty() || self.table.is_empty() {
            return Ok(());
        }
        let kernel = self.device.kernel(&WRITE)?;
        let call = kernel
            .call()
            .uniform("extent", self.extent_uniform())
            .uniform("blanks", self.blanks.len() as i32)
            .gather("table", &self.table);
        match self.device.era() {
            Era::Fragment => call
                .vertex_stream("cells", &self.copy_to_vertices(cells)?)
                .vertex_stream("values", &self.copy_to_vertices(values)?)
                .output("memory", memory)
                .points(cells.len())
                .run(),
            Era::Compute => call
                .gather("cells", cells)
                .gather("values", values)
                .output("memory", memory)
                .elements(cells.len())
                .run(),
        }
    }

    /// Copies a stream to vertices, on the device.
    fn copy_to_vertices<T: Element>(&self, stream: &Stream<T>) -> Result<Stream<T>> {
        let mut points = self.device.empty_in(Layout::Linear, stream.len())?;
        points.copy_from(stream)?;
        Ok(points)
    }
}
