//! The distribution of a reduction's source among lanes, for a CPU and for a GPU.

use crate::{Call, Device, DeviceKind};

/// Least share of a CPU's lane while there are few groups, and the largest: llvmpipe ends a lane's loops after 65,535
/// turns in all.
const LEAST_SHARE: usize = 64;
const MOST_SHARE: usize = 1 << 15;

/// Number of elements that reduce.comp loads at once, and reduce_image.comp.
pub(super) const EIGHT: usize = 8;
pub(super) const FOUR: usize = 4;

/// Largest number of turns: of a lane's loop over its share of the elements, over the rest, and of the tree.
pub(super) fn turns_of(elements: usize) -> usize {
    (elements / FOUR / (8 * 16)).clamp(LEAST_SHARE, MOST_SHARE) + EIGHT + 16
}

/// The distribution of a source's loads, of four elements or of eight, among lanes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shares {
    /// Lanes per group.
    pub lanes: usize,
    /// Groups per dispatch.
    pub groups: usize,
    /// Largest number of loads per lane.
    share: usize,
    /// True if a lane's share is contiguous; otherwise the lanes take turns.
    stretch: bool,
}

impl Shares {
    // ANCHOR: of
    /// Distributes loads as the device needs it. A CPU that plays a GPU needs few groups of as many lanes as its
    /// vectors have, with contiguous memory for each: its caches prefetch. A GPU needs many groups of many lanes that
    /// take turns, so that neighbouring lanes load neighbouring memory in one transaction.
    pub fn for_device(device: &Device, loads: usize) -> Shares {
        let stretch = device.suited_to() == DeviceKind::Cpu;
        let (lanes, groups, least, most) =
            if stretch { (8, 16, LEAST_SHARE, MOST_SHARE) } else { (256, 1024, 4, usize::MAX) };
        let wanted = loads.div_ceil(lanes * least).clamp(1, groups);
        let groups = wanted.max(loads.div_ceil(lanes).div_ceil(most));
        Shares { lanes, groups, share: 0, stretch }.over_loads(loads)
    }
    // ANCHOR_END: of

    /// Sets the share of a lane for `loads` loads.
    fn over_loads(self, loads: usize) -> Shares {
        Shares { share: loads.div_ceil(self.lanes * self.groups), ..self }
    }

    /// Returns the distribution of this one's results among one group.
    pub fn one_group(self) -> Shares {
        Shares { groups: 1, ..self }.over_loads(self.groups.div_ceil(EIGHT))
    }

    // ANCHOR: call
    pub fn set_uniforms<'a>(&self, call: Call<'a>) -> Call<'a> {
        let (apart, stride) = if self.stretch { (self.share, 1) } else { (1, self.lanes * self.groups) };
        call.uniform("apart", apart as i32)
            .uniform("stride", stride as i32)
            .uniform("share", self.share as i32)
            .groups([self.groups as u32, 1, 1])
    }
    // ANCHOR_END: call

    /// Counts the additions that an element goes through: within an eight, in its lane's total, at the end of a source,
    /// among four channels, in the tree.
    fn count_additions(&self) -> usize {
        1 + self.share + EIGHT + 2 + self.lanes.ilog2() as usize
    }
}

/// Largest number of additions that an element goes through in [`super::compute`] and [`super::compute_image`], for
/// that many loads.
pub(super) fn most_additions(device: &Device, loads: usize) -> usize {
    let split = Shares::for_device(device, loads);
    split.count_additions() + split.one_group().count_additions()
}

#[cfg(test)]
mod tests {
    use super::super::image::IMAGE;
    use super::super::{REDUCE, reduce_shares};
    use super::*;
    use crate::algorithms::reduce::{Operation, bound, reference};
    use crate::algorithms::{Workload, fours};
    use crate::{Era, Layout, Result};

    /// Tests the distributions for both kinds, on any device.
    #[test]
    fn stretches_and_turns_agree() -> Result<()> {
        let Ok(device) = Device::open(Era::Compute) else { return Ok(()) };
        for size in [1, 3, 4, 5, 255, 1023, 1024, 1025, 4097, 65_537] {
            let numbers = Workload::new(size, 7).floats(0);
            let scalars = device.stream(&numbers)?;
            for operation in Operation::ALL {
                let texels =
                    device.stream_in(Layout::Packed, size.div_ceil(4), &fours(&numbers, operation.identity()))?;
                let allowed = if operation == Operation::Sum { bound(size, &numbers) } else { 0.0 };
                for (lanes, groups, stretch) in
                    [(8, 1, true), (8, 3, true), (256, 1, false), (64, 5, false), (256, 40, false)]
                {
                    let split = |each| Shares { lanes, groups, share: 0, stretch }.over_loads(size.div_ceil(each));
                    for (split, result) in [
                        (split(EIGHT), reduce_shares(&device, operation, &scalars, REDUCE, split(EIGHT))?),
                        (split(FOUR), reduce_shares(&device, operation, &texels, IMAGE, split(FOUR))?),
                    ] {
                        let error = f64::from(result.read()?[0]) - reference(operation, &numbers);
                        assert!(error.abs() <= allowed, "{operation:?} of {size} by {split:?}: {error}");
                    }
                }
            }
        }
        Ok(())
    }
}
