//! Visibility of one lane's writes to others: memory barriers, and memory use under the Vulkan memory model.

/// The set of lanes that an ordering covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemoryScope {
    /// A subgroup or less: too narrow to order messages between lanes.
    Narrow,
    /// The lanes of a work group.
    Group,
    /// All lanes of a launch.
    Device,
}

impl MemoryScope {
    /// Converts SPIR-V's number of a scope: cross-device, device, work group, subgroup, invocation, queue family.
    pub fn from_spirv(scope: u32) -> MemoryScope {
        match scope {
            0 | 1 | 5 => MemoryScope::Device,
            2 => MemoryScope::Group,
            _ => MemoryScope::Narrow,
        }
    }
}

/// A memory barrier: `memoryBarrier...()`, or the barrier implied by an atomic operation with such semantics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    /// The memories that it orders.
    pub buffers: bool,
    pub images: bool,
    pub shared: bool,
    /// The lanes that it orders.
    pub scope: MemoryScope,
    /// True if accesses after it see the writes released before the atomics that precede it.
    pub acquires: bool,
    /// True if atomics after it publish the writes before it.
    pub releases: bool,
    /// True if it belongs to the atomic operation next to it and orders only through that operation.
    pub of_atomic: bool,
}

impl Fence {
    /// `memoryBarrier()`.
    #[cfg(test)]
    pub const ALL: Fence = Fence {
        buffers: true,
        images: true,
        shared: true,
        scope: MemoryScope::Device,
        acquires: true,
        releases: true,
        of_atomic: false,
    };
}

/// Sharing of a memory by an instruction under the Vulkan memory model, in which uses are coherent
/// instead of variables. Private uses become visible to no other lane in time, whatever orders
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// Visible after a memory barrier makes it available or visible.
    ByFence,
    /// Visible at once to lanes of this scope.
    AtOnce(MemoryScope),
}
