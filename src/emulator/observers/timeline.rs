//! Which warp was where, and when: the steps of a run, one after another.

use super::super::assembly::{Assembly, Pc};
use super::super::event::{At, Event};
use crate::insight::finding::Who;
use crate::shader::{Expanded, Stage};

/// The most spans that are remembered.
const MOST: usize = 1 << 16;

/// Steps that one warp took one after another at one line, with the same lanes.
///
/// ```
/// use gristmill::check::{KernelCheck, LaunchOptions, TimelineSpan};
/// let text = "#version 430 core
/// layout(local_size_x = 2) in;
/// layout(std430) buffer Result { uint result[]; };
/// void main() { result[gl_LocalInvocationID.x] = 1u; }";
/// let report = KernelCheck::source("ones.comp", text).run(&LaunchOptions::new().timeline())?;
/// let span: &TimelineSpan = &report.timeline[0];
/// assert_eq!((span.first, span.active), (0, 0b11));
/// # Ok::<(), gristmill::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TimelineSpan {
    /// The lowest lane of the warp.
    pub who: Who,
    /// The lanes of the warp that were active, a bit for each, the lowest lane first.
    pub active: u64,
    /// The file of the line.
    pub file: String,
    /// The line, from 1; 0 where the compiler gave none.
    pub line: usize,
    /// The step of the run at which it begins, from 0.
    pub first: u64,
    /// How many steps it has.
    pub steps: u64,
}

/// Hears every step.
#[derive(Debug, Default)]
pub(crate) struct Timeline {
    heard: Vec<Heard>,
    steps: u64,
}

/// Steps of one warp at one instruction or several, before they have lines.
#[derive(Debug, PartialEq, Eq)]
struct Heard {
    who: Who,
    active: u64,
    pc: Pc,
    first: u64,
}

impl Timeline {
    /// Hears one event.
    pub(crate) fn hear(&mut self, event: &Event) {
        let Event::Step { at: At { info, pc, mask }, .. } = *event else { return };
        if self.heard.len() < MOST {
            self.heard.push(Heard { who: info.who(0), active: mask, pc, first: self.steps });
        }
        self.steps += 1;
    }

    /// What it heard of the stage of that code, in the lines of its text.
    pub(crate) fn spans(&mut self, assembly: &Assembly, expanded: &Expanded) -> Vec<TimelineSpan> {
        let mut spans: Vec<TimelineSpan> = vec![];
        let vertex = assembly.stage == Stage::Vertex;
        let heard = self.heard.extract_if(.., |heard| matches!(heard.who, Who::Vertex(_)) == vertex);
        for Heard { who, active, pc, first } in heard {
            let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
            let (file, line) = match expanded.place(line as usize) {
                Some((file, line)) => (file.name.as_str(), line),
                None => (expanded.name.as_str(), 0),
            };
            match spans.last_mut() {
                Some(last) if (last.who, last.active, last.line) == (who, active, line) && last.file == file => {
                    last.steps += 1;
                }
                _ => spans.push(TimelineSpan { who, active, file: file.to_string(), line, first, steps: 1 }),
            }
        }
        spans
    }
}
