//! Why a warp does not simply go on.

use crate::assembly::{Pc, Register};

/// Why a warp stopped running.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// All its lanes have ended.
    Ended,
    /// It waits at this barrier; run again, it goes on behind it.
    Barrier(Pc),
    /// It has taken the steps it was given.
    Quantum,
    /// It has taken more steps than a warp may.
    Stopped,
}

/// Why the next instruction does not simply follow.
pub(super) enum Break {
    /// The warp stops running.
    Pause(Pause),
    /// A lane asks how many steps were taken, which is not known where one step is.
    Clock(Register),
}
