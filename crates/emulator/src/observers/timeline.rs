//! The timeline of a run: the steps of each warp in sequence, and the words that they used.

use super::super::assembly::{Assembly, MemorySpace, Pc, SlotRef, TypeLayout};
use super::super::event::{AccessKind, ExecutionEvent, ExecutionPoint, LaneKind, LaunchInfo, MemoryKey, WarpAccess};
use super::super::lanes::lane_indices;
use super::super::texture::TextureView;
use super::naming;
use gristmill_base::element::Scalar;
use gristmill_base::finding::Who;
use gristmill_base::timeline::{
    LaunchTimeline, TimelineEvent, TimelineKind, TimelineMemory, TimelineSpan, TimelineTexels, TimelineTouch,
};
use gristmill_shader::{ExpandedKernel, Stage};
use std::collections::BTreeMap;

/// Maximum number of steps that are recorded, and of words of one memory.
const MAX_STEPS: usize = 1 << 16;

/// Maximum number of uses of a word by a lane that are recorded.
const MAX_TOUCHES: usize = 1 << 20;

/// Observer of every step, and of the accesses in it.
#[derive(Debug, Default)]
pub struct TimelineObserver {
    heard: Vec<ObservedStep>,
    steps: u64,
    /// The events, with the index into `places` as their memory.
    events: Vec<TimelineEvent>,
    touches: usize,
    groups: [u32; 3],
    /// The slots of buffers and shared variables, then the levels of images and textures.
    places: Vec<TimelinePlace>,
}

/// A memory under one of its names.
#[derive(Debug)]
struct TimelinePlace {
    slot: SlotRef,
    memory: MemoryKey,
    /// Its words in that memory: all of a buffer, those of one level of a texture.
    first: u32,
    length: u32,
    /// The words before the launch.
    words: Vec<u32>,
    /// For an image or a texture its level, and the layout of its texels.
    texels: Option<(usize, Option<Scalar>, TimelineTexels)>,
}

impl TimelinePlace {
    /// True if both are the same level of the same memory, under two names.
    fn is_same_level(&self, other: &TimelinePlace) -> bool {
        self.memory != MemoryKey::Shared && (self.memory, self.first) == (other.memory, other.first)
    }

    /// Returns the offset in this place of a word of the memory.
    fn word_offset(&self, memory: MemoryKey, word: u32) -> Option<u32> {
        let at = word.checked_sub(self.first).filter(|_| self.memory == memory)?;
        (at < self.length).then_some(at)
    }

    fn into_timeline_memory(self, assembly: &Assembly) -> TimelineMemory {
        let layout = match self.slot {
            SlotRef::Memory(slot) => assembly.memories.get(usize::from(slot)),
            _ => None,
        };
        let (mut name, _) = naming::name_place(assembly, &[], self.slot, (None, None));
        if let Some(slot) = layout.filter(|slot| slot.space == MemorySpace::Uniform) {
            name.clone_from(&slot.name);
        }
        let (level, of_texels, texels) = self
            .texels
            .map_or((0, None, None), |(level, scalar, texels)| (level, scalar, Some(texels)));
        if level > 0 {
            name += &format!(" level {level}");
        }
        TimelineMemory {
            name,
            shared: self.memory == MemoryKey::Shared,
            length: self.length,
            words: self.words,
            scalar: layout.and_then(|slot| uniform_scalar(&slot.layout)).or(of_texels),
            texels,
        }
    }
}

/// One step of a warp at an instruction, before it has a line.
#[derive(Debug, PartialEq, Eq)]
struct ObservedStep {
    who: Who,
    active: u64,
    pc: Pc,
    first: u64,
}

impl TimelineObserver {
    /// Records one event.
    pub fn observe(&mut self, event: &ExecutionEvent) {
        match *event {
            ExecutionEvent::LaunchBegins(launched) => self.begin_launch(launched),
            ExecutionEvent::Contents { slot, words } => {
                if let Some(place) = self.places.get_mut(usize::from(slot)) {
                    place.words = (0..words.len().min(MAX_STEPS)).map(|word| words.load(word)).collect();
                }
            }
            ExecutionEvent::Texture { place, memory, texture } => self.begin_texture(place, memory, texture),
            ExecutionEvent::Step { at: ExecutionPoint { info, pc, mask }, .. } => {
                if self.heard.len() < MAX_STEPS {
                    self.heard
                        .push(ObservedStep { who: info.identify_lane(0), active: mask, pc, first: self.steps });
                }
                self.steps += 1;
            }
            ExecutionEvent::WordsAfter { at, access, holds } => self.record_access(at, &access, holds),
            ExecutionEvent::TexelContents { at, memory, texels, holds } => {
                self.record_texel_reads(at, memory, texels, holds)
            }
            ExecutionEvent::Barrier { at, .. } => self.record_event(at.info.identify_lane(0), TimelineKind::Barrier),
            ExecutionEvent::WarpEnds { at } if matches!(at.info.lanes, LaneKind::Invocations(_)) => {
                self.record_event(at.info.identify_lane(0), TimelineKind::Ended);
            }
            ExecutionEvent::BarrierPassed { number, .. } => {
                let [x, y, _] = self.groups.map(|axis| axis.max(1));
                let group = [number % x, number / x % y, number / x / y];
                self.record_event(Who::Lane { lane: 0, group }, TimelineKind::Passed);
            }
            _ => {}
        }
    }

    /// Begins a launch with the memories of a compute kernel; those of a draw pass are not recorded.
    fn begin_launch(&mut self, launched: &LaunchInfo) {
        if launched.assembly.stage == Stage::Compute {
            self.groups = launched.groups;
            self.places = (0..)
                .zip(launched.memories)
                .map(|(slot, &(memory, length))| {
                    let slot = SlotRef::Memory(slot);
                    TimelinePlace { slot, memory, first: 0, length, words: vec![], texels: None }
                })
                .collect();
        }
    }

    /// Adds the levels of an image or a texture; an image has only the first.
    fn begin_texture(&mut self, slot: SlotRef, memory: MemoryKey, texture: &TextureView) {
        let texel = texture.texel;
        let levels = match slot {
            SlotRef::Image(_) => 0..1,
            _ => texture.base_level()..texture.base_level() + texture.level_count(),
        };
        for number in levels {
            let Some(level) = texture.levels.get(number) else { continue };
            let texels = level.width.saturating_mul(level.height).saturating_mul(level.depth);
            let length = texels.saturating_mul(texel.word_count());
            let words =
                (level.offset..level.offset.saturating_add(length.min(MAX_STEPS))).map(|at| texture.storage.load(at));
            let rows = TimelineTexels {
                width: clamp_to_word(level.width),
                words: clamp_to_word(texel.word_count()),
                channels: clamp_to_word(texel.lane_count()),
            };
            let first = clamp_to_word(level.offset);
            let length = clamp_to_word(length);
            let place = TimelinePlace {
                slot,
                memory,
                first,
                length,
                words: words.collect(),
                texels: Some((number, texel.stream_scalar(), rows)),
            };
            self.places.push(place);
        }
    }

    fn is_full(&self) -> bool {
        self.heard.len() as u64 != self.steps || self.events.len() >= MAX_STEPS || self.touches >= MAX_TOUCHES
    }

    fn record_event(&mut self, who: Who, kind: TimelineKind) {
        self.push_event(TimelineEvent { step: 0, who, kind, memory: None, touched: vec![] });
    }

    fn push_event(&mut self, event: TimelineEvent) {
        if !self.is_full() {
            self.touches += event.touched.len();
            self.events.push(TimelineEvent { step: self.steps.saturating_sub(1), ..event });
        }
    }

    fn record_access(&mut self, at: ExecutionPoint, access: &WarpAccess, holds: &[u32]) {
        let LaneKind::Invocations(first) = at.info.lanes else { return };
        let Some((memory, place)) = self.places.iter().enumerate().find(|(_, place)| place.slot == access.place) else {
            return;
        };
        let kind = match access.kind {
            AccessKind::Load => TimelineKind::Load,
            AccessKind::Store => TimelineKind::Store,
            AccessKind::Atomic(_) => TimelineKind::Atomic,
        };
        let base = access.base.wrapping_add(place.first);
        let words = lane_indices(access.inside).flat_map(|lane| (0..access.words).map(move |word| (lane, word)));
        let touched = words.zip(holds).map(|((lane, word), &holds)| {
            let start = access.addresses.get(lane).copied().unwrap_or_default().wrapping_sub(base);
            TimelineTouch { lane: first + lane as u32, word: start.wrapping_add(word), holds }
        });
        self.record_use(at, kind, memory, touched.collect());
    }

    /// Records reads of texels: a filter reads several for each lane, from several levels.
    fn record_texel_reads(&mut self, at: ExecutionPoint, memory: MemoryKey, texels: &[(u8, u32)], holds: &[u32]) {
        let LaneKind::Invocations(first) = at.info.lanes else { return };
        let Some(each) = holds.len().checked_div(texels.len()) else { return };
        let mut levels: BTreeMap<usize, Vec<TimelineTouch>> = BTreeMap::new();
        for (&(lane, start), holds) in texels.iter().zip(holds.chunks(each.max(1))) {
            let mut places = self.places.iter().enumerate();
            let Some((place, word)) = places.find_map(|(at, place)| Some((at, place.word_offset(memory, start)?)))
            else {
                continue;
            };
            let touched =
                (word..)
                    .zip(holds)
                    .map(|(word, &holds)| TimelineTouch { lane: first + u32::from(lane), word, holds });
            levels.entry(place).or_default().extend(touched);
        }
        for (place, touched) in levels {
            self.record_use(at, TimelineKind::Load, place, touched);
        }
    }

    fn record_use(&mut self, at: ExecutionPoint, kind: TimelineKind, memory: usize, touched: Vec<TimelineTouch>) {
        if !touched.is_empty() {
            self.push_event(TimelineEvent {
                step: 0,
                who: at.info.identify_lane(0),
                kind,
                memory: Some(memory),
                touched,
            });
        }
    }

    /// Returns the timeline of the stages of that code, the main one first, with the lines of their texts.
    pub fn into_timeline(mut self, stages: &[(&Assembly, &ExpandedKernel)]) -> LaunchTimeline {
        let complete = !self.is_full();
        let mut told = LaunchTimeline { complete, ..LaunchTimeline::default() };
        if let Some((assembly, expanded)) = stages.first() {
            told.kernel.clone_from(&expanded.name);
            (told.events, told.memories) = self.take_memories(assembly);
        }
        for (assembly, expanded) in stages {
            told.spans.extend(self.take_spans(assembly, expanded));
        }
        told.spans.sort_by_key(|span| span.first);
        told
    }

    /// Returns the memories, each once even if it has several names, and the events with them.
    fn take_memories(&mut self, assembly: &Assembly) -> (Vec<TimelineEvent>, Vec<TimelineMemory>) {
        let mut known: Vec<TimelinePlace> = vec![];
        let mut which = vec![];
        for place in std::mem::take(&mut self.places) {
            let before = known.iter().position(|known| known.is_same_level(&place));
            which.push(before.unwrap_or(known.len()));
            if before.is_none() {
                known.push(place);
            }
        }
        let mut events = std::mem::take(&mut self.events);
        for event in &mut events {
            event.memory = event.memory.and_then(|slot| which.get(slot).copied());
        }
        (events, known.into_iter().map(|place| place.into_timeline_memory(assembly)).collect())
    }

    /// Returns the steps of the stage of that code, with the lines of its text.
    fn take_spans(&mut self, assembly: &Assembly, expanded: &ExpandedKernel) -> Vec<TimelineSpan> {
        let mut spans: Vec<TimelineSpan> = vec![];
        let vertex = assembly.stage == Stage::Vertex;
        let heard = self.heard.extract_if(.., |heard| matches!(heard.who, Who::Vertex(_)) == vertex);
        for ObservedStep { who, active, pc, first } in heard {
            let line = assembly.lines.get(pc as usize).copied().unwrap_or(0);
            let (file, line) = match expanded.locate_line(line as usize) {
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

fn clamp_to_word(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the type of all numbers of a memory, if they have the same.
fn uniform_scalar(layout: &TypeLayout) -> Option<Scalar> {
    match layout {
        TypeLayout::Scalar(scalar) | TypeLayout::Vector(scalar, _) => Some(*scalar),
        TypeLayout::Number(_) => None,
        TypeLayout::Matrix { .. } => Some(Scalar::F32),
        TypeLayout::Array { item, .. } => uniform_scalar(item),
        TypeLayout::Struct(members) => {
            let first = uniform_scalar(&members.first()?.2)?;
            members
                .iter()
                .all(|(_, _, member)| uniform_scalar(member) == Some(first))
                .then_some(first)
        }
    }
}
