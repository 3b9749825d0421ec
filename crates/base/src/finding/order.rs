//! Orders in which the emulator runs what a GPU may run in any order.

/// The order in which the groups and warps of a dispatch run. OpenGL promises none, so a right kernel has the same
/// result in all of them.
///
/// ```
/// use gristmill::finding::LaunchOrder;
/// assert_eq!(LaunchOrder::default(), LaunchOrder::InOrder);
/// assert_eq!(LaunchOrder::Random(7).to_string(), "in random turns");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum LaunchOrder {
    /// Group by group, warp by warp, each as far as it can run.
    #[default]
    InOrder,
    /// The last group first.
    Reversed,
    /// Warps, of a few groups at a time, alternate after each instruction.
    RoundRobin,
    /// Random warps for a random number of instructions, by this seed.
    Random(u64),
}

impl std::fmt::Display for LaunchOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            LaunchOrder::InOrder => "in order",
            LaunchOrder::Reversed => "the last group first",
            LaunchOrder::RoundRobin => "in turns of one instruction",
            LaunchOrder::Random(_) => "in random turns",
        })
    }
}
