//! Texture instructions.

use super::super::assembly::{LevelOfDetail, Register, Sample, SampleMethod, SlotRef, TextureSlot};
use super::super::event::{Event, Observe};
use super::super::lanes::{each, lanes_where};
use super::super::texture::{Lod, Texture};
use super::super::undefined::Cause;
use super::in_format::gives_texels;
use super::rounded::read;
use super::{Execution, Warp};
use gristmill_shader::{Dimension, Stage};
use smallvec::{SmallVec, smallvec};

/// (lane, word) of each texel that was read.
type TouchedTexels = Vec<(u8, u32)>;

impl<const W: usize> Warp<W> {
    /// Runs a texture instruction.
    pub(super) fn sample<O: Observe>(&mut self, run: &mut Execution<O>, sample: u32, to: Register) {
        let Some(sample) = run.assembly.samples.get(sample as usize) else { return };
        let bindings = run.context.bindings;
        let mut out = [[0; W]; 4];
        for (item, lanes) in self.items(run, sample.item, SlotRef::Texture(sample.texture)) {
            let slot = sample.texture.saturating_add(item);
            let Some((key, texture)) = bindings.textures.get(usize::from(slot)) else { continue };
            let mut texels = TouchedTexels::new();
            let mut touch = |lane: usize, word: usize| {
                if O::HEARS_STEPS {
                    texels.push((lane as u8, word as u32));
                }
            };
            match sample.method {
                SampleMethod::Filter => {
                    let base = self.without_level(run, sample, texture, lanes);
                    self.filter(run.assembly.stage, sample, texture, (lanes, base), &mut out, &mut touch);
                }
                SampleMethod::Gather => self.gather_texels(sample, texture, lanes, &mut out, &mut touch),
                SampleMethod::Fetch => {
                    let inside = self.fetch(sample, texture, lanes, &mut out, &mut touch);
                    self.say_outside(run, SlotRef::Texture(slot), lanes & !inside, |lane| {
                        (self.texel(sample, lane), texture.size(self.level_of(sample, lane)))
                    });
                }
                SampleMethod::Size => each(lanes).for_each(|lane| {
                    let size = texture.size(self.level_of(sample, lane));
                    (0..3).for_each(|axis| out[axis][lane] = size[axis]);
                }),
                SampleMethod::QueryLevel => each(lanes).for_each(|lane| {
                    let [dx, dy] = self.changes(sample, lane);
                    let found = texture.query_lod(self.coordinates(sample, lane), dx, dy);
                    (out[0][lane], out[1][lane]) = (found[0].to_bits(), found[1].to_bits());
                }),
                SampleMethod::Levels => each(lanes).for_each(|lane| out[0][lane] = texture.levels() as u32),
            }
            if !texels.is_empty() {
                let (memory, texels) = (*key, texels.as_slice());
                run.say(&self.info, self.frames.mask, |at| Event::Texels { at, texture: slot, memory, texels });
                if run.observer.hears_words() {
                    let holds: Vec<u32> = texels.iter().flat_map(|&(_, first)| texture.texel_words(first)).collect();
                    let holds = holds.as_slice();
                    run.say(&self.info, self.frames.mask, |at| Event::TexelsHold { at, memory, texels, holds });
                }
            }
        }
        let results = match sample.method {
            SampleMethod::Filter if sample.compare.is_some() => 1,
            SampleMethod::Filter | SampleMethod::Fetch | SampleMethod::Gather => 4,
            SampleMethod::Size => run.assembly.textures.get(usize::from(sample.texture)).map_or(3, sides),
            SampleMethod::QueryLevel => 2,
            SampleMethod::Levels => 1,
        };
        if let Some(rounder) = self.rounder
            && rounder.rounds_texels()
            && gives_texels(run.assembly, sample)
        {
            out = out.map(|words| read(rounder, &words));
        }
        for (word, out) in out.iter().enumerate().take(results) {
            self.write(to.wrapping_add(word as u32), out);
        }
    }

    /// Groups the active lanes by the item of an array of samplers or images that they select. Lanes out of range
    /// are left out.
    pub(super) fn items<O: Observe>(
        &self,
        run: &mut Execution<O>,
        item: Option<(Register, u16)>,
        of: SlotRef,
    ) -> SmallVec<[(u16, u64); 1]> {
        let mask = self.frames.mask;
        let Some((register, items)) = item else { return smallvec![(0, mask)] };
        let index = self.register(register);
        let mut left = lanes_where(index, |index| index < u32::from(items)) & mask;
        let lanes = mask & !left;
        if lanes != 0 {
            let limit = &[u32::from(items); W];
            run.say(&self.info, mask, |at| Event::Outside { at, of, lanes, index, limit });
        }
        let mut found = SmallVec::new();
        while let Some(&first) = index.get(left.trailing_zeros() as usize) {
            let lanes = lanes_where(index, |index| index == first) & left;
            found.push((first as u16, lanes));
            left &= !lanes;
        }
        found
    }

    /// Reports lanes whose integer coordinates are out of range, with the first such coordinate of each and the side
    /// that it exceeds. `place` returns the coordinates of a lane, and the sides.
    pub(super) fn say_outside<O: Observe>(
        &self,
        run: &mut Execution<O>,
        of: SlotRef,
        lanes: u64,
        place: impl Fn(usize) -> ([i32; 3], [u32; 3]),
    ) {
        if !O::HEARS_STEPS || lanes == 0 {
            return;
        }
        let (mut index, mut limit) = ([0; W], [0; W]);
        for lane in each(lanes) {
            let (at, size) = place(lane);
            let mut sides = at.into_iter().map(|at| at as u32).zip(size);
            (index[lane], limit[lane]) = sides.find(|(at, side)| at >= side).unwrap_or((0, 0));
        }
        let (index, limit) = (&index, &limit);
        run.say(&self.info, self.frames.mask, |at| Event::Outside { at, of, lanes, index, limit });
    }

    /// Reports the lanes whose implicit level of detail is undefined although it matters. Returns those that
    /// shall use the base level instead.
    fn without_level<O: Observe>(&self, run: &mut Execution<O>, sample: &Sample, texture: &Texture, lanes: u64) -> u64 {
        let implicit = matches!(sample.level, LevelOfDetail::Implicit(_)) && run.assembly.stage == Stage::Fragment;
        if !O::HEARS_STEPS || !implicit || !texture.asks_for_level() {
            return 0;
        }
        let parted = self.parted() & lanes;
        let (cause, lanes, operands) = (Cause::Level, parted & !self.info.helpers, [0; 3]);
        if lanes != 0 {
            run.say(&self.info, self.frames.mask, |at| Event::Undefined { at, cause, lanes, operands });
        }
        if parted != 0 && self.asks_for_other(run).is_some() { parted } else { 0 }
    }

    /// Runs `texture` and its variants.
    fn filter(
        &self,
        stage: Stage,
        sample: &Sample,
        texture: &Texture,
        (lanes, base): (u64, u64),
        out: &mut [[u32; W]; 4],
        touch: &mut impl FnMut(usize, usize),
    ) {
        if let ([x, y], None, None) = (sample.coordinates.as_slice(), &sample.offset, sample.compare)
            && texture.sample_warp([self.register(*x), self.register(*y)], lanes, out, touch)
        {
            return;
        }
        for lane in each(lanes) {
            let float = |register: Register| f32::from_bits(self.register(register)[lane]);
            let (detail, bias) = match &sample.level {
                LevelOfDetail::Explicit(level) => (Lod::Explicit(float(*level)), 0.0),
                LevelOfDetail::Gradients(x, y) => {
                    (Lod::Gradient { dx: self.three(x, lane), dy: self.three(y, lane) }, 0.0)
                }
                // Only fragments have neighbours to take derivatives with.
                LevelOfDetail::Implicit(bias) if stage == Stage::Fragment && base & (1 << lane) == 0 => {
                    let [dx, dy] = self.changes(sample, lane);
                    (Lod::Gradient { dx, dy }, bias.map_or(0.0, float))
                }
                LevelOfDetail::Implicit(_) | LevelOfDetail::Base => (Lod::Explicit(0.0), 0.0),
            };
            let (coordinates, offset) = (self.coordinates(sample, lane), self.offset(sample, lane));
            let compare = sample.compare.map(float);
            let texel = texture.sample(coordinates, detail, bias, offset, compare, &mut |word| touch(lane, word));
            (0..4).for_each(|part| out[part][lane] = texel[part]);
        }
    }

    /// Runs `texelFetch`. Returns the lanes in range.
    fn fetch(
        &self,
        sample: &Sample,
        texture: &Texture,
        lanes: u64,
        out: &mut [[u32; W]; 4],
        touch: &mut impl FnMut(usize, usize),
    ) -> u64 {
        let finest = match sample.level {
            LevelOfDetail::Explicit(level) => lanes_where(self.register(level), |level| level != 0) & lanes == 0,
            _ => true,
        };
        match (sample.coordinates.as_slice(), &sample.offset) {
            (&[x, y], None) if finest => {
                return texture.fetch_warp([self.register(x), self.register(y)], lanes, out, touch);
            }
            (&[x], None) if finest => {
                return texture.fetch_warp([self.register(x), &[0; W]], lanes, out, touch);
            }
            _ => {}
        }
        let mut inside = 0;
        for lane in each(lanes) {
            let fetched = texture.fetch(self.texel(sample, lane), self.level_of(sample, lane));
            (0..4).for_each(|part| out[part][lane] = fetched.texel[part]);
            if fetched.inside {
                inside |= 1 << lane;
                touch(lane, fetched.word);
            }
        }
        inside
    }

    /// Runs `textureGather`.
    fn gather_texels(
        &self,
        sample: &Sample,
        texture: &Texture,
        lanes: u64,
        out: &mut [[u32; W]; 4],
        touch: &mut impl FnMut(usize, usize),
    ) {
        let component = usize::from(sample.component);
        for lane in each(lanes) {
            let coordinates = self.coordinates(sample, lane);
            let compare = sample.compare.map(|register| f32::from_bits(self.register(register)[lane]));
            let touch = &mut |word| touch(lane, word);
            let found = match sample.offsets {
                Some(offsets) => texture.gather_offsets(coordinates, component, offsets, compare, touch),
                None => {
                    let [x, y, _] = self.offset(sample, lane);
                    texture.gather(coordinates, component, [x, y], compare, touch)
                }
            };
            (0..4).for_each(|part| out[part][lane] = found[part]);
        }
    }

    /// Returns the coordinates of a lane, padded with zeros.
    fn coordinates(&self, sample: &Sample, lane: usize) -> [f32; 4] {
        let mut found = [0.0; 4];
        for (found, &register) in found.iter_mut().zip(&sample.coordinates) {
            *found = f32::from_bits(self.register(register)[lane]);
        }
        found
    }

    /// Returns up to three floats of a lane.
    fn three(&self, registers: &[Register], lane: usize) -> [f32; 3] {
        let mut found = [0.0; 3];
        for (found, &register) in found.iter_mut().zip(registers) {
            *found = f32::from_bits(self.register(register)[lane]);
        }
        found
    }

    /// Returns the change of the coordinates to the right and upwards, common to the lane's quad.
    fn changes(&self, sample: &Sample, lane: usize) -> [[f32; 3]; 2] {
        let first = lane & !3;
        let [here, right, up] = [first, first + 1, first + 2].map(|lane| self.three(&sample.coordinates, lane));
        [right, up].map(|there| std::array::from_fn(|axis| there[axis] - here[axis]))
    }

    /// Returns the integer coordinates of a lane's texel, with the offset added.
    fn texel(&self, sample: &Sample, lane: usize) -> [i32; 3] {
        let mut at = self.offset(sample, lane);
        for (at, &register) in at.iter_mut().zip(&sample.coordinates) {
            *at = at.wrapping_add(self.register(register)[lane] as i32);
        }
        at
    }

    /// Returns the offset in texels.
    fn offset(&self, sample: &Sample, lane: usize) -> [i32; 3] {
        let mut found = [0; 3];
        for (found, &register) in found.iter_mut().zip(sample.offset.iter().flatten()) {
            *found = self.register(register)[lane] as i32;
        }
        found
    }

    /// Returns the level of a fetch or a size query. A negative one does not exist.
    fn level_of(&self, sample: &Sample, lane: usize) -> usize {
        match sample.level {
            LevelOfDetail::Explicit(level) => usize::try_from(self.register(level)[lane] as i32).unwrap_or(usize::MAX),
            _ => 0,
        }
    }
}

/// Number of components in the size of a texture.
fn sides(slot: &TextureSlot) -> usize {
    sides_of(slot.dimension, slot.arrayed)
}

/// Number of components in a size, including layers.
pub(super) fn sides_of(dimension: Dimension, arrayed: bool) -> usize {
    let sides = match dimension {
        Dimension::D1 | Dimension::Buffer => 1,
        Dimension::D2 | Dimension::Cube | Dimension::TexelRect => 2,
        Dimension::D3 => 3,
    };
    sides + usize::from(arrayed)
}
