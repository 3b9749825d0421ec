//! Which warp was where, and when, and what it did to which word: the steps of a run, one after another.

use super::super::assembly::{Assembly, Pc, SlotRef, Space, TypeLayout};
use super::super::event::{Access, AccessKind, At, Event, LaneKind, Launched, MemoryKey};
use super::super::lanes::each;
use super::naming;
use crate::data::element::Scalar;
use crate::insight::finding::Who;
use crate::insight::timeline::{
    LaunchTimeline, TimelineEvent, TimelineKind, TimelineMemory, TimelineSpan, TimelineTouch,
};
use crate::shader::{Expanded, Stage};

/// The most steps that are remembered, and words of one memory.
const MOST: usize = 1 << 16;

/// The most uses of a word by a lane that are remembered.
const TOUCHES: usize = 1 << 20;

/// Hears every step, and what is done in it.
#[derive(Debug, Default)]
pub(crate) struct Timeline {
    heard: Vec<Heard>,
    steps: u64,
    /// What was done; of a memory its slot.
    events: Vec<TimelineEvent>,
    touches: usize,
    groups: [u32; 3],
    /// Which memory each slot has, and its words before the launch.
    slots: Vec<(MemoryKey, u32, Vec<u32>)>,
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
        match *event {
            Event::Begins(launched) => self.begin(launched),
            Event::Contents { slot, words } => {
                if let Some((_, _, known)) = self.slots.get_mut(usize::from(slot)) {
                    *known = (0..words.len().min(MOST)).map(|word| words.load(word)).collect();
                }
            }
            Event::Step { at: At { info, pc, mask }, .. } => {
                if self.heard.len() < MOST {
                    self.heard.push(Heard { who: info.who(0), active: mask, pc, first: self.steps });
                }
                self.steps += 1;
            }
            Event::Holds { at, access, holds } => self.touch(at, &access, holds),
            Event::Barrier { at, .. } => self.notice(at.info.who(0), TimelineKind::Barrier),
            Event::WarpEnds { at } if matches!(at.info.lanes, LaneKind::Invocations(_)) => {
                self.notice(at.info.who(0), TimelineKind::Ended);
            }
            Event::Passed { number, .. } => {
                let [x, y, _] = self.groups.map(|axis| axis.max(1));
                let group = [number % x, number / x % y, number / x / y];
                self.notice(Who::Lane { lane: 0, group }, TimelineKind::Passed);
            }
            _ => {}
        }
    }

    /// A compute kernel's memories; a pass has none of interest.
    fn begin(&mut self, launched: &Launched) {
        if launched.assembly.stage == Stage::Compute {
            self.groups = launched.groups;
            self.slots = launched.memories.iter().map(|(key, words)| (*key, *words, vec![])).collect();
        }
    }

    fn is_full(&self) -> bool {
        self.heard.len() as u64 != self.steps || self.events.len() >= MOST || self.touches >= TOUCHES
    }

    fn notice(&mut self, who: Who, kind: TimelineKind) {
        self.remember(TimelineEvent { step: 0, who, kind, memory: None, touched: vec![] });
    }

    fn remember(&mut self, event: TimelineEvent) {
        if !self.is_full() {
            self.touches += event.touched.len();
            self.events.push(TimelineEvent { step: self.steps.saturating_sub(1), ..event });
        }
    }

    fn touch(&mut self, at: At, access: &Access, holds: &[u32]) {
        let (SlotRef::Memory(slot), LaneKind::Invocations(first)) = (access.place, &at.info.lanes) else { return };
        let kind = match access.kind {
            AccessKind::Load => TimelineKind::Load,
            AccessKind::Store => TimelineKind::Store,
            AccessKind::Atomic(_) => TimelineKind::Atomic,
        };
        let words = each(access.inside).flat_map(|lane| (0..access.words).map(move |word| (lane, word)));
        let touched = words.zip(holds).map(|((lane, word), &holds)| {
            let start = access
                .addresses
                .get(lane)
                .copied()
                .unwrap_or_default()
                .wrapping_sub(access.base);
            TimelineTouch { lane: first + lane as u32, word: start.wrapping_add(word), holds }
        });
        let touched: Vec<TimelineTouch> = touched.collect();
        if !touched.is_empty() {
            let memory = Some(usize::from(slot));
            self.remember(TimelineEvent { step: 0, who: at.info.who(0), kind, memory, touched });
        }
    }

    /// What it heard of the stages of that code, the main one first, in the lines of their texts.
    pub(crate) fn told(mut self, stages: &[(&Assembly, &Expanded)]) -> LaunchTimeline {
        let complete = !self.is_full();
        let mut told = LaunchTimeline { complete, ..LaunchTimeline::default() };
        if let Some((assembly, expanded)) = stages.first() {
            told.kernel.clone_from(&expanded.name);
            (told.events, told.memories) = self.used(assembly);
        }
        for (assembly, expanded) in stages {
            told.spans.extend(self.spans(assembly, expanded));
        }
        told.spans.sort_by_key(|span| span.first);
        told
    }

    /// The memories, each once whatever it is called, and the events with them.
    fn used(&mut self, assembly: &Assembly) -> (Vec<TimelineEvent>, Vec<TimelineMemory>) {
        let mut memories: Vec<TimelineMemory> = vec![];
        let mut known: Vec<(MemoryKey, usize)> = vec![];
        let mut which = vec![];
        for (slot, (key, length, words)) in self.slots.iter_mut().enumerate() {
            let shared = *key == MemoryKey::Shared;
            let before = known.iter().find(|(memory, _)| memory == key && !shared);
            if let Some((_, memory)) = before {
                which.push(*memory);
                continue;
            }
            known.push((*key, memories.len()));
            which.push(memories.len());
            let layout = assembly.memories.get(slot);
            let uniform = layout.is_some_and(|slot| slot.space == Space::Uniform);
            let place = SlotRef::Memory(u16::try_from(slot).unwrap_or(u16::MAX));
            let (mut name, _) = naming::name(assembly, &[], place, (None, None));
            if uniform && let Some(slot) = layout {
                name.clone_from(&slot.name);
            }
            let scalar = layout.and_then(|slot| scalar(&slot.layout));
            memories.push(TimelineMemory { name, shared, length: *length, words: std::mem::take(words), scalar });
        }
        let mut events = std::mem::take(&mut self.events);
        for event in &mut events {
            event.memory = event.memory.and_then(|slot| which.get(slot).copied());
        }
        (events, memories)
    }

    /// What it heard of the stage of that code, in the lines of its text.
    fn spans(&mut self, assembly: &Assembly, expanded: &Expanded) -> Vec<TimelineSpan> {
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

/// What all numbers of a memory are, if they are alike.
fn scalar(layout: &TypeLayout) -> Option<Scalar> {
    match layout {
        TypeLayout::Scalar(scalar) | TypeLayout::Vector(scalar, _) => Some(*scalar),
        TypeLayout::Number(_) => None,
        TypeLayout::Matrix { .. } => Some(Scalar::F32),
        TypeLayout::Array { item, .. } => scalar(item),
        TypeLayout::Struct(members) => {
            let first = scalar(&members.first()?.2)?;
            members
                .iter()
                .all(|(_, _, member)| scalar(member) == Some(first))
                .then_some(first)
        }
    }
}
