//! The worklist of the lowering, and the open constructs.

use super::super::assembly::{Pc, Register};
use rspirv::spirv::Word;

/// A step that remains to be done.
pub(super) enum Task {
    /// Lower a block, from that instruction on.
    Block { block: usize, at: usize },
    /// Lower the `else` side of an `if`.
    Else { from: Word, to: Word },
    /// End an `if`.
    EndIf,
    /// End the body of a loop.
    Continue,
    /// End a loop.
    EndLoop,
    /// Begin a case of a switch.
    Case { number: usize },
    /// End a switch.
    EndSwitch,
    /// End a function that was called by that instruction.
    EndCall { block: usize, at: usize, line: u32 },
}

/// A construct that is open.
pub(super) enum Construct {
    /// An `if`. `waiting` is the instruction that jumps to its `Else` or `EndIf`; `first_dead` is
    /// true if no lane reaches the end of its first half.
    If { merge: Word, waiting: Pc, first_dead: bool, has_else: bool },
    /// A loop; `frame` is its number among the frames.
    Loop { header: Word, merge: Word, next: Word, start: Pc, frame: usize, continuing: bool, line: u32 },
    /// A switch.
    Switch { merge: Word, cases: Vec<SwitchCase>, current: usize, waiting: Option<Pc>, frame: usize },
    /// A function, with a frame if lanes return from inside a construct.
    Function { frame: Option<usize> },
}

/// The statements after one or more labels.
pub(super) struct SwitchCase {
    /// Label of its block.
    pub label: Word,
    /// True in the lanes that enter it.
    pub condition: Register,
}
