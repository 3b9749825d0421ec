//! What is still to be lowered, and the constructs that are open.

use super::super::assembly::{Pc, Register};
use rspirv::spirv::Word;

/// What is still to do.
pub(super) enum Task {
    /// A block, from that instruction on.
    Block { block: usize, at: usize },
    /// The other way of an `if`.
    Else { from: Word, to: Word },
    /// An `if` ends.
    EndIf,
    /// The body of a loop ends.
    Continue,
    /// A loop ends.
    EndLoop,
    /// A case of a switch begins.
    Case { number: usize },
    /// A switch ends.
    EndSwitch,
    /// A function ends, which that instruction has called.
    EndCall { block: usize, at: usize, line: u32 },
}

/// A construct that is open.
pub(super) enum Construct {
    /// An `if`. `waiting` is what jumps to its `Else` or `EndIf`; `first_dead` whether no lane comes to the
    /// end of its first half.
    If { merge: Word, waiting: Pc, first_dead: bool, has_else: bool },
    /// A loop; `frame` is its number among the frames.
    Loop { header: Word, merge: Word, next: Word, start: Pc, frame: usize, continuing: bool, line: u32 },
    /// A switch.
    Switch { merge: Word, cases: Vec<Case>, current: usize, waiting: Option<Pc>, frame: usize },
    /// A function, with a frame if lanes return from within.
    Function { frame: Option<usize> },
}

/// The statements behind one or several labels.
pub(super) struct Case {
    /// Its block.
    pub label: Word,
    /// Whether a lane comes in.
    pub condition: Register,
}
