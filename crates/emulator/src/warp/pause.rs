//! Reasons for which a warp stops or leaves the instruction sequence.

use crate::assembly::{Pc, Register};

/// Reason for which a warp stopped running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// All its lanes have ended.
    Ended,
    /// It waits at this barrier and continues after it when run again.
    Barrier(Pc),
    /// It has used up its quantum of steps.
    Quantum,
    /// It has exceeded its step limit.
    Stopped,
}

/// Reason for which the next instruction does not follow at once.
pub(super) enum Break {
    /// The warp stops running.
    Pause(Pause),
    /// A clock is read, which needs the step count that only the caller knows.
    Clock(Register),
}
