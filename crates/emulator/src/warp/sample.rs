//! Texture instructions.

use super::super::assembly::{LevelOfDetail, Register, SampleMethod, SampleUse, SlotRef, TextureSlot};
use super::super::event::{ExecutionEvent, Observe};
use super::super::lanes::{lane_indices, lanes_matching};
use super::super::texture::{Lod, TextureView};
use super::super::undefined::UndefinedCause;
use super::card_arithmetic::round_operands;
use super::exact_registers::reads_float_texels;
use super::{Execution, Warp};
use gristmill_shader::{Dimension, Stage};
use smallvec::{SmallVec, smallvec};

/// (lane, word) of each texel that was read.
type TouchedTexels = Vec<(u8, u32)>;

impl<const W: usize> Warp<W> {
    /// Runs a texture instruction.
    pub(super) fn run_sample<O: Observe>(&mut self, run: &mut Execution<O>, sample: u32, to: Register) {
        let Some(sample) = run.assembly.samples.get(sample as usize) else { return };
        let bindings = run.context.bindings;
        let mut out = [[0; W]; 4];
        for (item, lanes) in self.group_by_item(run, sample.item, SlotRef::Texture(sample.texture)) {
            let slot = sample.texture.saturating_add(item);
            let Some((key, texture)) = bindings.textures.get(usize::from(slot)) else { continue };
            let mut texels = TouchedTexels::new();
            let mut touch = |lane: usize, word: usize| {
                if O::WANTS_STEPS {
                    texels.push((lane as u8, word as u32));
                }
            };
            match sample.method {
                SampleMethod::Filter => {
                    let base = self.base_level_lanes(run, sample, texture, lanes);
                    self.report_texel_borders(run, sample, (texture, slot), lanes);
                    self.filter_lanes(run.assembly.stage, sample, texture, (lanes, base), &mut out, &mut touch);
                }
                SampleMethod::Gather => self.gather_lanes(sample, texture, lanes, &mut out, &mut touch),
                SampleMethod::Fetch => {
                    let inside = self.fetch_lanes(sample, texture, lanes, &mut out, &mut touch);
                    self.report_outside_texels(run, SlotRef::Texture(slot), lanes & !inside, |lane| {
                        (self.fetch_coordinates(sample, lane), texture.level_size(self.explicit_level(sample, lane)))
                    });
                }
                SampleMethod::Size => lane_indices(lanes).for_each(|lane| {
                    let size = texture.level_size(self.explicit_level(sample, lane));
                    (0..3).for_each(|axis| out[axis][lane] = size[axis]);
                }),
                SampleMethod::QueryLevel => lane_indices(lanes).for_each(|lane| {
                    let [dx, dy] = self.quad_gradients(sample, lane);
                    let found = texture.query_lod(self.lane_coordinates(sample, lane), dx, dy);
                    (out[0][lane], out[1][lane]) = (found[0].to_bits(), found[1].to_bits());
                }),
                SampleMethod::Levels => {
                    lane_indices(lanes).for_each(|lane| out[0][lane] = texture.level_count() as u32)
                }
            }
            if !texels.is_empty() {
                let memory = *key;
                let texels = texels.as_slice();
                run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Texels {
                    at,
                    texture: slot,
                    memory,
                    texels,
                });
                if run.observer.wants_words() {
                    let holds: Vec<u32> = texels.iter().flat_map(|&(_, first)| texture.texel_words(first)).collect();
                    let holds = holds.as_slice();
                    run.report(&self.info, self.frames.mask, |at| ExecutionEvent::TexelContents {
                        at,
                        memory,
                        texels,
                        holds,
                    });
                }
            }
        }
        let results = match sample.method {
            SampleMethod::Filter if sample.compare.is_some() => 1,
            SampleMethod::Filter | SampleMethod::Fetch | SampleMethod::Gather => 4,
            SampleMethod::Size => run
                .assembly
                .textures
                .get(usize::from(sample.texture))
                .map_or(3, slot_size_components),
            SampleMethod::QueryLevel => 2,
            SampleMethod::Levels => 1,
        };
        if let Some(rounder) = self.rounder
            && rounder.rounds_texels()
            && reads_float_texels(run.assembly, sample)
        {
            out = out.map(|words| round_operands(rounder, &words));
        }
        for (word, out) in out.iter().enumerate().take(results) {
            self.write_register(to.wrapping_add(word as u32), out);
        }
    }

    /// Groups the active lanes by the item of an array of samplers or images that they select. Lanes out of range
    /// are left out.
    pub(super) fn group_by_item<O: Observe>(
        &self,
        run: &mut Execution<O>,
        item: Option<(Register, u16)>,
        of: SlotRef,
    ) -> SmallVec<[(u16, u64); 1]> {
        let mask = self.frames.mask;
        let Some((register, items)) = item else { return smallvec![(0, mask)] };
        let index = self.register(register);
        let mut left = lanes_matching(index, |index| index < u32::from(items)) & mask;
        let lanes = mask & !left;
        if lanes != 0 {
            let limit = &[u32::from(items); W];
            run.report(&self.info, mask, |at| ExecutionEvent::IndexOutOfRange { at, of, lanes, index, limit });
        }
        let mut found = SmallVec::new();
        while let Some(&first) = index.get(left.trailing_zeros() as usize) {
            let lanes = lanes_matching(index, |index| index == first) & left;
            found.push((first as u16, lanes));
            left &= !lanes;
        }
        found
    }

    /// Reports lanes whose integer coordinates are out of range, with the first such coordinate of each and the side
    /// that it exceeds. `place` returns the coordinates of a lane, and the sides.
    pub(super) fn report_outside_texels<O: Observe>(
        &self,
        run: &mut Execution<O>,
        of: SlotRef,
        lanes: u64,
        place: impl Fn(usize) -> ([i32; 3], [u32; 3]),
    ) {
        if !O::WANTS_STEPS || lanes == 0 {
            return;
        }
        let mut index = [0; W];
        let mut limit = [0; W];
        for lane in lane_indices(lanes) {
            let (at, size) = place(lane);
            let mut sides = at.into_iter().map(|at| at as u32).zip(size);
            (index[lane], limit[lane]) = sides.find(|(at, side)| at >= side).unwrap_or((0, 0));
        }
        let index = &index;
        let limit = &limit;
        run.report(&self.info, self.frames.mask, |at| ExecutionEvent::IndexOutOfRange { at, of, lanes, index, limit });
    }

    /// Reports the lanes whose implicit level of detail is undefined although it matters. Returns those that
    /// shall use the base level instead.
    fn base_level_lanes<O: Observe>(
        &self,
        run: &mut Execution<O>,
        sample: &SampleUse,
        texture: &TextureView,
        lanes: u64,
    ) -> u64 {
        let implicit = matches!(sample.level, LevelOfDetail::Implicit(_)) && run.assembly.stage == Stage::Fragment;
        if !O::WANTS_STEPS || !implicit || !texture.depends_on_lod() {
            return 0;
        }
        let parted = self.broken_quad_lanes() & lanes;
        let cause = UndefinedCause::Level;
        let lanes = parted & !self.info.helpers;
        let operands = [0; 3];
        if lanes != 0 {
            run.report(&self.info, self.frames.mask, |at| ExecutionEvent::Undefined { at, cause, lanes, operands });
        }
        if parted != 0 && self.requested_outcome(run).is_some() { parted } else { 0 }
    }

    /// Runs `texture` and its variants.
    fn filter_lanes(
        &self,
        stage: Stage,
        sample: &SampleUse,
        texture: &TextureView,
        (lanes, base): (u64, u64),
        out: &mut [[u32; W]; 4],
        touch: &mut impl FnMut(usize, usize),
    ) {
        if let ([x, y], None, None) = (sample.coordinates.as_slice(), &sample.offset, sample.compare)
            && texture.sample_warp([self.register(*x), self.register(*y)], lanes, out, touch)
        {
            return;
        }
        for lane in lane_indices(lanes) {
            let float = |register: Register| f32::from_bits(self.register(register)[lane]);
            let (detail, bias) = match &sample.level {
                LevelOfDetail::Explicit(level) => (Lod::Explicit(float(*level)), 0.0),
                LevelOfDetail::Gradients(x, y) => {
                    (Lod::Gradient { dx: self.three_floats(x, lane), dy: self.three_floats(y, lane) }, 0.0)
                }
                // Only fragments have neighbours to take derivatives with.
                LevelOfDetail::Implicit(bias) if stage == Stage::Fragment && base & (1 << lane) == 0 => {
                    let [dx, dy] = self.quad_gradients(sample, lane);
                    (Lod::Gradient { dx, dy }, bias.map_or(0.0, float))
                }
                LevelOfDetail::Implicit(_) | LevelOfDetail::Base => (Lod::Explicit(0.0), 0.0),
            };
            let coordinates = self.lane_coordinates(sample, lane);
            let offset = self.texel_offset(sample, lane);
            let compare = sample.compare.map(float);
            let texel = texture.sample(coordinates, detail, bias, offset, compare, &mut |word| touch(lane, word));
            (0..4).for_each(|part| out[part][lane] = texel[part]);
        }
    }

    /// Runs `texelFetch`. Returns the lanes in range.
    fn fetch_lanes(
        &self,
        sample: &SampleUse,
        texture: &TextureView,
        lanes: u64,
        out: &mut [[u32; W]; 4],
        touch: &mut impl FnMut(usize, usize),
    ) -> u64 {
        let finest = match sample.level {
            LevelOfDetail::Explicit(level) => lanes_matching(self.register(level), |level| level != 0) & lanes == 0,
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
        for lane in lane_indices(lanes) {
            let fetched = texture.fetch_texel(self.fetch_coordinates(sample, lane), self.explicit_level(sample, lane));
            (0..4).for_each(|part| out[part][lane] = fetched.texel[part]);
            if fetched.inside {
                inside |= 1 << lane;
                touch(lane, fetched.word);
            }
        }
        inside
    }

    /// Runs `textureGather`.
    fn gather_lanes(
        &self,
        sample: &SampleUse,
        texture: &TextureView,
        lanes: u64,
        out: &mut [[u32; W]; 4],
        touch: &mut impl FnMut(usize, usize),
    ) {
        let component = usize::from(sample.component);
        for lane in lane_indices(lanes) {
            let coordinates = self.lane_coordinates(sample, lane);
            let compare = sample.compare.map(|register| f32::from_bits(self.register(register)[lane]));
            let touch = &mut |word| touch(lane, word);
            let found = match sample.offsets {
                Some(offsets) => texture.gather_offsets(coordinates, component, offsets, compare, touch),
                None => {
                    let [x, y, _] = self.texel_offset(sample, lane);
                    texture.gather(coordinates, component, [x, y], compare, touch)
                }
            };
            (0..4).for_each(|part| out[part][lane] = found[part]);
        }
    }

    /// Returns the coordinates of a lane, padded with zeros.
    pub(super) fn lane_coordinates(&self, sample: &SampleUse, lane: usize) -> [f32; 4] {
        let mut found = [0.0; 4];
        for (found, &register) in found.iter_mut().zip(&sample.coordinates) {
            *found = f32::from_bits(self.register(register)[lane]);
        }
        found
    }

    /// Returns up to three floats of a lane.
    fn three_floats(&self, registers: &[Register], lane: usize) -> [f32; 3] {
        let mut found = [0.0; 3];
        for (found, &register) in found.iter_mut().zip(registers) {
            *found = f32::from_bits(self.register(register)[lane]);
        }
        found
    }

    /// Returns the change of the coordinates to the right and upwards, common to the lane's quad.
    fn quad_gradients(&self, sample: &SampleUse, lane: usize) -> [[f32; 3]; 2] {
        let first = lane & !3;
        let [here, right, up] = [first, first + 1, first + 2].map(|lane| self.three_floats(&sample.coordinates, lane));
        [right, up].map(|there| std::array::from_fn(|axis| there[axis] - here[axis]))
    }

    /// Returns the integer coordinates of a lane's texel, with the offset added.
    fn fetch_coordinates(&self, sample: &SampleUse, lane: usize) -> [i32; 3] {
        let mut at = self.texel_offset(sample, lane);
        for (at, &register) in at.iter_mut().zip(&sample.coordinates) {
            *at = at.wrapping_add(self.register(register)[lane] as i32);
        }
        at
    }

    /// Returns the offset in texels.
    fn texel_offset(&self, sample: &SampleUse, lane: usize) -> [i32; 3] {
        let mut found = [0; 3];
        for (found, &register) in found.iter_mut().zip(sample.offset.iter().flatten()) {
            *found = self.register(register)[lane] as i32;
        }
        found
    }

    /// Returns the level of a fetch or a size query. A negative one does not exist.
    fn explicit_level(&self, sample: &SampleUse, lane: usize) -> usize {
        match sample.level {
            LevelOfDetail::Explicit(level) => usize::try_from(self.register(level)[lane] as i32).unwrap_or(usize::MAX),
            _ => 0,
        }
    }
}

/// Number of components in the size of a texture.
fn slot_size_components(slot: &TextureSlot) -> usize {
    size_component_count(slot.dimension, slot.arrayed)
}

/// Number of components in a size, including layers.
pub(super) fn size_component_count(dimension: Dimension, arrayed: bool) -> usize {
    let sides = match dimension {
        Dimension::D1 | Dimension::Buffer => 1,
        Dimension::D2 | Dimension::Cube | Dimension::TexelRect => 2,
        Dimension::D3 => 3,
    };
    sides + usize::from(arrayed)
}
