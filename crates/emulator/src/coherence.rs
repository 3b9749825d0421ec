//! What makes a value that one lane wrote visible to another: memory barriers, and how memory is used under the
//! Vulkan memory model.

/// Up to which lanes something is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MemoryScope {
    /// A subgroup or less: nothing that a message from lane to lane could stand on.
    Narrow,
    /// The lanes of a work group.
    Group,
    /// All lanes of a launch.
    Device,
}

impl MemoryScope {
    /// SPIR-V's number of a scope: cross-device, device, work group, subgroup, invocation, queue family.
    pub fn of_spirv(scope: u32) -> MemoryScope {
        match scope {
            0 | 1 | 5 => MemoryScope::Device,
            2 => MemoryScope::Group,
            _ => MemoryScope::Narrow,
        }
    }
}

/// A memory barrier: `memoryBarrier...()`, or what an atomic operation with such semantics is as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fence {
    /// For which memories.
    pub buffers: bool,
    pub images: bool,
    pub shared: bool,
    /// For whom.
    pub scope: MemoryScope,
    /// True if what comes after it sees what the atomics before it have seen.
    pub acquires: bool,
    /// True if the atomics after it tell of what came before it.
    pub releases: bool,
    /// True if it is part of the atomic operation beside it, and orders by that one alone.
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

/// How an instruction uses a memory for others under the Vulkan memory model, where no variable is `coherent` but its uses
/// are. What is used privately nobody else sees in time, whatever orders them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sharing {
    /// Once a memory barrier makes it available or visible.
    ByFence,
    /// At once, for lanes of this scope.
    AtOnce(MemoryScope),
}
