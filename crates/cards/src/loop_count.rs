//! The permitted source of a loop's number of turns.

use serde::Serialize;

/// The permitted sources of a loop's number of turns.
///
/// ```
/// use gristmill::{Profile, card::LoopCount};
/// assert_eq!(Profile::named("geforce-6800")?.loop_count.value, LoopCount::Uniform);
/// assert!(LoopCount::Constant < LoopCount::Any);
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum LoopCount {
    /// No loops: the compiler must unroll them.
    Unrolled,
    /// A constant in the text.
    Constant,
    /// A uniform set by the host.
    Uniform,
    /// Any value that the kernel computes.
    Any,
}
