//! The active lanes, and the frames in which the others wait.

use crate::assembly::Instruction;

/// The active lanes of a warp and the frames in which lanes wait.
#[derive(Debug)]
pub(super) struct Frames {
    /// The active lanes.
    pub mask: u64,
    /// Lanes that have not ended: they are active or wait in a frame.
    pub alive: u64,
    /// Lanes that discarded their fragment.
    pub killed: u64,
    /// Lanes that did so and continue as helpers.
    pub demoted: u64,
    /// Lanes whose registers are still needed: those that have not ended, and those that have ended with
    /// outputs.
    kept: u64,
    /// True if there are outputs.
    outputs: bool,
    /// The frames, the innermost last.
    stack: Vec<ControlFrame>,
}

/// A control flow construct with lanes inside.
#[derive(Debug, Clone, Copy)]
struct ControlFrame {
    /// Lanes inside, active or not: they continue at its end. Only active ones leave.
    inside: u64,
    /// The ones of those that wait for an `Else` or for their `Case`.
    aside: u64,
    /// The ones of those that wait for the loop's `Continue`.
    again: u64,
    /// True if it is the call of `main`.
    main: bool,
}

impl Frames {
    /// Creates an empty stack without lanes.
    pub(super) fn new(outputs: bool) -> Frames {
        Frames { mask: 0, alive: 0, killed: 0, demoted: 0, kept: 0, outputs, stack: Vec::new() }
    }

    /// Activates these lanes; none waits.
    pub(super) fn start_lanes(&mut self, lanes: u64) {
        self.mask = lanes;
        self.alive = lanes;
        self.killed = 0;
        self.demoted = 0;
        self.kept = lanes;
        self.stack.clear();
    }

    /// Ends all lanes.
    pub(super) fn end_all(&mut self) {
        self.mask = 0;
        self.alive = 0;
        self.stack.clear();
    }

    /// Returns true if only the active lanes hold words that are still needed.
    #[inline(always)]
    pub(super) fn can_overwrite_all(&self) -> bool {
        self.mask == self.kept
    }

    /// Pushes a frame around the active lanes; only the lanes of `active` stay active.
    #[inline(always)]
    pub(super) fn push(&mut self, active: u64) {
        let inside = self.mask;
        self.stack
            .push(ControlFrame { inside, aside: inside & !active, again: 0, main: false });
        self.mask &= active;
    }

    /// Pushes a frame for a function call of the active lanes.
    #[inline(always)]
    pub(super) fn enter_call(&mut self, main: bool) {
        self.stack.push(ControlFrame { inside: self.mask, aside: 0, again: 0, main });
    }

    /// `Else`: activates the lanes that did not take the first branch.
    #[inline(always)]
    pub(super) fn switch_branch(&mut self) {
        self.mask = self.stack.last_mut().map_or(0, |frame| std::mem::take(&mut frame.aside));
    }

    /// `Case`: activates the waiting lanes of `holds`, in addition to the active ones.
    #[inline(always)]
    pub(super) fn admit_case(&mut self, holds: u64) {
        if let Some(frame) = self.stack.last_mut() {
            self.mask |= frame.aside & holds;
            frame.aside &= !holds;
        }
    }

    /// `Continue`: activates the lanes that wait for it, in addition to the active ones.
    #[inline(always)]
    pub(super) fn rejoin_loop(&mut self) {
        if let Some(frame) = self.stack.last_mut() {
            self.mask |= std::mem::take(&mut frame.again);
        }
    }

    /// Lanes inside the innermost frame that are not active.
    pub(super) fn waiting_lanes(&self) -> u64 {
        self.stack.last().map_or(0, |frame| frame.inside & !self.mask)
    }

    /// Pops a frame and activates all lanes inside. Returns false if there is none.
    #[must_use]
    #[inline(always)]
    pub(super) fn pop(&mut self) -> bool {
        let frame = self.stack.pop();
        self.mask = frame.map_or(0, |frame| frame.inside);
        frame.is_some()
    }

    /// The active lanes leave this number of frames, and wait in the next one for its end or its `Continue`. Without
    /// a next one they end.
    #[inline(always)]
    pub(super) fn leave_frames(&mut self, frames: usize, again: bool) {
        let leaving = std::mem::take(&mut self.mask);
        let mut stack = self.stack.iter_mut().rev();
        for frame in stack.by_ref().take(frames) {
            frame.inside &= !leaving;
        }
        match stack.next() {
            Some(frame) if !frame.main => frame.again |= if again { leaving } else { 0 },
            main => {
                if let Some(frame) = main {
                    frame.inside &= !leaving;
                }
                self.alive &= !leaving;
                self.kept &= if self.outputs { u64::MAX } else { !leaving };
            }
        }
    }

    /// The active lanes discard their fragments and end, except those of `stay`, which wait for the end of the
    /// innermost frame.
    pub(super) fn kill_lanes(&mut self, stay: u64) {
        let lanes = std::mem::take(&mut self.mask);
        let ending = if self.stack.is_empty() { lanes } else { lanes & !stay };
        self.killed |= lanes;
        self.alive &= !ending;
        self.kept &= !ending;
        for frame in &mut self.stack {
            frame.inside &= !ending;
        }
    }
}

/// Returns true if all code except the final `End` is within one call.
pub(super) fn is_within_call(code: &[Instruction]) -> bool {
    let mut depth = 0u32;
    let outside = code.iter().position(|instruction| {
        match instruction {
            Instruction::Call => depth += 1,
            Instruction::EndCall => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    matches!(outside.map(|last| &code[last + 1..]), Some([Instruction::End])) && code.len() > 2
}
