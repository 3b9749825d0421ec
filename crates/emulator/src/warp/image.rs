//! Image loads, stores and atomics.

use super::super::assembly::{ImageOperation, ImageUse, Register, SlotRef};
use super::super::event::{AccessKind, AtomicTurns, ExecutionEvent, MemoryKey, Observe, WarpAccess};
use super::super::lanes::{lane_indices, swapped_lane_indices};
use super::super::storage::AtomicOp;
use super::super::texture::{FetchedTexel, TexelAddress, TextureView};
use super::sample::size_component_count;
use super::{Execution, Warp};
use smallvec::SmallVec;

/// An access to an image.
struct ImageAccess<const W: usize> {
    kind: AccessKind,
    /// The first word of each lane's texel.
    words: [u32; W],
    /// The lanes with a texel in range.
    inside: u64,
    /// Stored values, word by word.
    stored: SmallVec<[[u32; W]; 4]>,
    turns: AtomicTurns,
}

impl<const W: usize> Warp<W> {
    /// Runs an image instruction. An image is the first level of its texture.
    pub(super) fn run_image<O: Observe>(&mut self, run: &mut Execution<O>, image_use: u32, to: Register) {
        let Some(image_use) = run.assembly.image_uses.get(image_use as usize) else { return };
        let bindings = run.context.bindings;
        let mut out = [[0; W]; 4];
        for (item, lanes) in self.group_by_item(run, image_use.item, SlotRef::Image(image_use.image)) {
            let slot = image_use.image.saturating_add(item);
            let Some((key, texture)) = bindings.images.get(usize::from(slot)) else { continue };
            let done = match image_use.work {
                ImageOperation::Size => {
                    let size = texture.image_size(0);
                    (0..3).for_each(|axis| lane_indices(lanes).for_each(|lane| out[axis][lane] = size[axis]));
                    continue;
                }
                _ => self.access_texels(image_use, texture, (lanes, run.context.swap), &mut out, O::WANTS_EVENTS),
            };
            if O::WANTS_EVENTS {
                let outside = lane_indices(lanes & !done.inside)
                    .filter(|&lane: &usize| !texture.locate_texel(self.image_coordinates(image_use, lane), 0).inside);
                let outside = outside.fold(0, |lanes, lane| lanes | (1 << lane));
                self.report_outside_texels(run, SlotRef::Image(slot), outside, |lane: usize| {
                    (self.image_coordinates(image_use, lane), texture.image_size(0))
                });
                self.report_image_access(run, slot, *key, texture, &done);
            }
        }
        let results = match image_use.work {
            ImageOperation::Load => 4,
            ImageOperation::Store(_) => 0,
            ImageOperation::Atomic { .. } => 1,
            ImageOperation::Size => {
                let slot = run.assembly.images.get(usize::from(image_use.image));
                slot.map_or(3, |slot| size_component_count(slot.dimension, slot.arrayed))
            }
        };
        for (word, out) in out.iter().enumerate().take(results) {
            self.write_register(to.wrapping_add(word as u32), out);
        }
    }

    /// Loads, stores or changes the texel of each lane, in lane order.
    fn access_texels(
        &self,
        image_use: &ImageUse,
        texture: &TextureView,
        (lanes, swap): (u64, u32),
        out: &mut [[u32; W]; 4],
        listens: bool,
    ) -> ImageAccess<W> {
        let stored = SmallVec::new();
        let turns = AtomicTurns { swap, unchanged: 0 };
        let mut done = ImageAccess { kind: AccessKind::Load, words: [0; W], inside: 0, stored, turns };
        let writes = lanes & !self.info.helpers;
        match image_use.work {
            ImageOperation::Load | ImageOperation::Size => {
                if let (&[x, y], 0) = (image_use.coordinates.as_slice(), texture.base_level()) {
                    let touch = &mut |lane: usize, word: usize| done.words[lane] = word as u32;
                    done.inside = texture.fetch_warp([self.register(x), self.register(y)], lanes, out, touch);
                    return done;
                }
                for lane in lane_indices(lanes) {
                    let FetchedTexel { texel, inside, word } =
                        texture.load_texel(self.image_coordinates(image_use, lane), 0);
                    if inside {
                        done.record_texel(lane, word);
                        (0..4).for_each(|part| out[part][lane] = texel[part]);
                    }
                }
            }
            ImageOperation::Store(values) => {
                done.kind = AccessKind::Store;
                for lane in swapped_lane_indices(writes, swap) {
                    let texel = values.map(|value| self.register(value)[lane]);
                    let TexelAddress { inside: true, word: at } =
                        texture.store_texel(self.image_coordinates(image_use, lane), 0, texel)
                    else {
                        continue;
                    };
                    done.record_texel(lane, at);
                    // The stored words, read back before another lane writes there.
                    for part in 0..if listens { texture.texel.word_count() } else { 0 } {
                        if done.stored.len() <= part {
                            done.stored.push([0; W]);
                        }
                        done.stored[part][lane] = texture.storage.load(at + part);
                    }
                }
            }
            ImageOperation::Atomic { op, value, compare } => {
                done.kind = AccessKind::Atomic(op);
                done.stored.push(*self.register(value));
                for lane in swapped_lane_indices(writes, swap) {
                    let at = self.image_coordinates(image_use, lane);
                    let compare = compare.map_or(0, |compare| self.register(compare)[lane]);
                    let before = texture.apply_atomic(at, 0, op, self.register(value)[lane], compare);
                    if before.inside {
                        done.record_texel(lane, before.word);
                        let differs = op == AtomicOp::CompareExchange && before.texel[0] != compare;
                        done.turns.unchanged |= u64::from(differs) << lane;
                        out[0][lane] = before.texel[0];
                    }
                }
            }
        }
        done
    }

    /// Returns the integer coordinates of a lane's texel.
    fn image_coordinates(&self, image_use: &ImageUse, lane: usize) -> [i32; 3] {
        let mut at = [0; 3];
        for (at, &register) in at.iter_mut().zip(&image_use.coordinates) {
            *at = self.register(register)[lane] as i32;
        }
        at
    }

    fn report_image_access<O: Observe>(
        &self,
        run: &mut Execution<O>,
        slot: u16,
        memory: MemoryKey,
        texture: &TextureView,
        done: &ImageAccess<W>,
    ) {
        let values: SmallVec<[&[u32]; 4]> = done.stored.iter().map(|words| words.as_slice()).collect();
        let access = WarpAccess {
            place: SlotRef::Image(slot),
            memory,
            kind: done.kind,
            words: texture.texel.word_count() as u32,
            addresses: &done.words,
            base: 0,
            inside: done.inside,
            values: &values,
            part: None,
            turns: done.turns,
        };
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Access { at, access });
        if run.observer.wants_words() {
            let texels = lane_indices(done.inside).filter_map(|lane| done.words.get(lane));
            let holds: Vec<u32> = texels.flat_map(|&first| texture.texel_words(first)).collect();
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::WordsAfter { at, access, holds: &holds });
        }
    }
}

impl<const W: usize> ImageAccess<W> {
    fn record_texel(&mut self, lane: usize, word: usize) {
        self.words[lane] = word as u32;
        self.inside |= 1 << lane;
    }
}
