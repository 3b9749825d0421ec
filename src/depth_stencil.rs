//! Depth-stencil buffers and occlusion queries: the fragment era's ways to skip work and to count.

use crate::machine::{AccessTimes, Machine};
use gristmill_base::error::{Error, Result};
use gristmill_machine::{Blueprint, InitialContents, MemoryId, Region};
use std::fmt;
use std::rc::Rc;

/// A depth and stencil buffer, against which the fragments of a pass are tested before they are computed.
///
/// The era's mask for active elements: Purcell et al. 2002 (stencil), Harris and Buck, GPU Gems 2 chapter 34
/// (early depth).
///
/// ```
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let mut buffer = device.depth_stencil(64, 64)?;
/// buffer.clear(1.0, 0)?;
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct DepthStencil {
    pub(crate) machine: Rc<Machine>,
    pub(crate) memory: MemoryId,
    pub(crate) size: [usize; 2],
}

impl fmt::Debug for DepthStencil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DepthStencil").field("size", &self.size).finish_non_exhaustive()
    }
}

impl DepthStencil {
    pub(crate) fn new(machine: &Rc<Machine>, width: usize, height: usize) -> Result<DepthStencil> {
        let side = machine.limits().texture_side;
        let longest = width.max(height);
        if longest > side {
            let thing = format!("depth-stencil buffer of {width}x{height}");
            return Err(Error::limit(thing, longest as u128, side as u128, "use a smaller one, as its stream must be"));
        }
        if width == 0 || height == 0 {
            return Err(Error::data(format!(
                "a depth-stencil buffer of {width}x{height} has no place; give both sides at least 1"
            )));
        }
        // It is cleared below.
        let (memory, _) = machine.create_memory(&Blueprint::DepthStencil { width, height }, InitialContents::Unset)?;
        let mut buffer = DepthStencil { machine: machine.clone(), memory, size: [width, height] };
        buffer.clear(1.0, 0)?;
        Ok(buffer)
    }

    /// Sets the depth (0 to 1) and stencil of every position.
    ///
    /// # Errors
    /// [`Error::Driver`] if the driver refuses.
    pub fn clear(&mut self, depth: f32, stencil: u8) -> Result<()> {
        self.machine.clear_depth_stencil(self.memory, depth, stencil)
    }
}

impl Drop for DepthStencil {
    fn drop(&mut self) {
        let [width, height] = self.size;
        self.machine
            .release_memory(Blueprint::DepthStencil { width, height }, self.memory, &AccessTimes::default());
    }
}

/// A count of the fragments that pass: an occlusion query.
///
/// The era's way to learn how many elements are still active, and to skip a pass if none is (Govindaraju et al. 2004;
/// GPU Gems 2 chapter 34). A pass counts into it with [`crate::Call::count`]; another is conditional on it with
/// [`crate::Call::when`].
///
/// ```
/// # use gristmill::{Device, Era};
/// # let Ok(device) = Device::open(Era::Fragment) else { return Ok(()) };
/// let query = device.query()?;
/// assert_eq!(query.fragments()?, 0);
/// # Ok::<(), gristmill::Error>(())
/// ```
pub struct Query {
    pub(crate) machine: Rc<Machine>,
    pub(crate) memory: MemoryId,
}

impl fmt::Debug for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query").finish_non_exhaustive()
    }
}

impl Query {
    pub(crate) fn new(machine: &Rc<Machine>) -> Result<Query> {
        let memory = machine.backend.create_memory(&Blueprint::Query)?;
        Ok(Query { machine: machine.clone(), memory })
    }

    /// Returns the fragments that passed in the last call that counted; 0 before any. Waits for the pass.
    ///
    /// # Errors
    /// [`Error::Driver`] if the driver refuses.
    pub fn fragments(&self) -> Result<u32> {
        let mut count = [0];
        let nowhere = Region { x: 0, y: 0, z: 0, width: 1, height: 1 };
        self.machine.backend.read(self.memory, &[nowhere], &mut count)?;
        Ok(count[0])
    }
}

impl Drop for Query {
    fn drop(&mut self) {
        self.machine.destroy_memory(self.memory);
    }
}
