//! Settings of the emulator's launches: their order and their length.
#![cfg(feature = "emulator")]

use super::Device;
use gristmill_base::error::{Error, Result};
use gristmill_base::finding::LaunchOrder;
use gristmill_base::log::RunBounds;

/// The most lanes of a warp.
const MAX_LANES: u32 = 64;

impl Device {
    /// Sets the order in which the emulator runs the groups and warps of dispatches from now on, in warps of `lanes`
    /// lanes: 1 to 64, by default 32. A kernel whose result depends on it is wrong on some GPU.
    ///
    /// ```
    /// use gristmill::{Device, Era, KernelSource, finding::LaunchOrder};
    /// let text = "#version 430 core
    /// layout(local_size_x = 1) in;
    /// layout(std430) buffer Last { uint last[]; };
    /// void main() { atomicExchange(last[0], gl_WorkGroupID.x); }";
    /// let device = Device::emulator(Era::Compute)?;
    /// let kernel = device.kernel(&KernelSource::new("last").compute(text))?;
    /// let mut last = device.stream(&[0_u32])?;
    /// for (order, group) in [(LaunchOrder::InOrder, 3), (LaunchOrder::Reversed, 0)] {
    ///     device.run_in(order, 32)?;
    ///     kernel.call().update("last", &mut last).groups([4, 1, 1]).run()?;
    ///     assert_eq!(last.read()?, [group]);
    /// }
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoDevice`] on any other device, which has its own order; [`Error::Limit`] for more lanes.
    pub fn run_in(&self, order: LaunchOrder, lanes: u32) -> Result<()> {
        let log = self.findings_log()?;
        if !(1..=MAX_LANES).contains(&lanes) {
            return Err(Error::limit("lanes of a warp", lanes.into(), MAX_LANES.into(), "give 1 to 64"));
        }
        log.order.set(order);
        log.lanes.set(lanes);
        Ok(())
    }

    /// Stops each warp after this many instructions from now on, or with `None` again after the emulator's own limit:
    /// the kernels of others may never end.
    ///
    /// ```
    /// use gristmill::{Device, Era, KernelSource};
    /// let text = "#version 430 core
    /// layout(local_size_x = 1) in;
    /// layout(std430) buffer Flag { uint flag[]; };
    /// void main() { while (atomicAdd(flag[0], 0u) == 0u) {} }";
    /// let device = Device::emulator(Era::Compute)?;
    /// device.stop_after(Some(10_000))?;
    /// let kernel = device.kernel(&KernelSource::new("waits").compute(text))?;
    /// let mut flag = device.stream(&[0_u32])?;
    /// let error = kernel.call().update("flag", &mut flag).run().unwrap_err();
    /// assert!(error.to_string().contains("a warp was stopped after 10000 steps"));
    /// # Ok::<(), gristmill::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NoDevice`] on any other device, which does not count them.
    pub fn stop_after(&self, steps: Option<u64>) -> Result<()> {
        let bounds = steps.map(|steps| RunBounds { launches: u64::MAX, steps });
        self.findings_log()?.bounds.set(bounds);
        Ok(())
    }
}
