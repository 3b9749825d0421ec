//! The compute era: the device computes, asks, and hands out pages; the host launches.

use super::{Constants, DENSE, Motion, NEEDS, STEP, WIDTH, kernel};
use crate::algorithms::page_table::{Keeper, PageTable};
use crate::{Device, Era, Result, Stream};

/// What the compute era has besides the pages.
pub(super) struct Band {
    /// What the cells ask: a mark for each virtual page.
    pub wants: Stream<u32>,
    /// The pages after a step, until they are kept.
    pub next: Stream<f32>,
}

impl Band {
    // ANCHOR: step
    /// One step, and then what it changes of the pages: nothing comes to the host.
    pub(super) fn step(
        &mut self,
        device: &Device,
        pages: &mut PageTable,
        memory: &mut Stream<f32>,
        speeds: &Stream<f32>,
        constants: Constants,
    ) -> Result<()> {
        let Keeper::Device(listed) = pages.keeper() else { return Ok(()) };
        let step = kernel(device, &STEP)?;
        let call = step
            .call()
            .uniform("interval", constants.interval)
            .uniform("smoothing", constants.smoothing);
        let call = call.uniform("rescale", constants.rescale).uniform("extent", constants.extent);
        let call = call
            .gather("list", &listed.list)
            .gather("table", pages.table())
            .gather("speeds", speeds);
        call.gather("memory", memory)
            .output("result", &mut self.next)
            .indirect(&listed.counts, 0)
            .run()?;

        let needs = kernel(device, &NEEDS)?;
        let call = needs.call().uniform("extent", constants.extent).gather("list", &listed.list);
        let call = call
            .gather("table", pages.table())
            .gather("source", &self.next)
            .output("memory", memory);
        call.update("wants", &mut self.wants).indirect(&listed.counts, 0).run()?;

        pages.keep(&mut self.wants, memory)
    }
    // ANCHOR_END: step
}

/// Every cell of the volume in each step, without pages: what the band saves is what this computes besides.
///
/// # Errors
/// As [`super::level_set`].
pub fn compute_dense(device: &Device, motion: &Motion, start: &[f32], steps: usize) -> Result<Stream<f32>> {
    motion.check(start)?;
    let device = device.with_era(Era::Compute)?;
    let start: Vec<f32> = start.iter().map(|distance| distance.clamp(-WIDTH, WIDTH)).collect();
    let (mut now, mut next) = (device.stream(&start)?, device.empty(start.len())?);
    let speeds = device.stream(&motion.speeds)?;
    let kernel = kernel(&device, &DENSE)?;
    for _ in 0..steps {
        let call = kernel
            .call()
            .uniform("interval", motion.interval)
            .uniform("smoothing", motion.smoothing);
        let call = call
            .uniform("rescale", motion.rescale())
            .uniform("extent", motion.extent.map(|cells| cells as i32));
        call.gather("memory", &now)
            .gather("speeds", &speeds)
            .output("result", &mut next)
            .run()?;
        std::mem::swap(&mut now, &mut next);
    }
    Ok(now)
}
