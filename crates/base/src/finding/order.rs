//! In which order the emulator runs what a GPU runs in any.

/// In which order the groups and warps of a dispatch run. OpenGL promises none, so a right kernel gives the same under
/// all of them.
///
/// ```
/// use gristmill::finding::LaunchOrder;
/// assert_eq!(LaunchOrder::default(), LaunchOrder::InOrder);
/// assert_eq!(LaunchOrder::Random(7).to_string(), "in turns drawn by lot");
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum LaunchOrder {
    /// Group by group, warp by warp, each as far as it can.
    #[default]
    InOrder,
    /// The last one first.
    Reversed,
    /// Warps, and a few groups, take turns after each instruction.
    RoundRobin,
    /// Any of them, for any number of instructions, as this seed has it.
    Random(u64),
}

impl std::fmt::Display for LaunchOrder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            LaunchOrder::InOrder => "in order",
            LaunchOrder::Reversed => "the last group first",
            LaunchOrder::RoundRobin => "in turns of one instruction",
            LaunchOrder::Random(_) => "in turns drawn by lot",
        })
    }
}
