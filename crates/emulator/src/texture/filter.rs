//! A sample: the place on the texture, the texels around it, and their weights.

use super::super::number::float_bits;
use super::cube::{self, Neighbour};
use super::detail::{LevelChoice, Lod};
use super::sampling::{self, Filter, Wrap, wrap_index};
use super::view::{MipLevel, Texture};
use gristmill_machine::Compare;
use gristmill_shader::Dimension;

/// Where a lookup lies: a place on each axis of the position, and the slice that the axes do not reach.
#[derive(Debug, Clone, Copy)]
pub(super) struct TexturePoint {
    pub(super) at: [f32; 3],
    pub(super) slice: i32,
}

/// What is added to the texels' indices.
type Offset = [i32; 3];

impl Texture {
    /// A lookup through the sampler, as GLSL's `texture` functions do it.
    ///
    /// - The coordinates are in GLSL's order; the layer is rounded to the nearest that exists. Cubes ignore
    ///   offsets.
    /// - With a reference the texels are compared before they are filtered, and the first lane is the part
    ///   that passes.
    /// - The result is floats or integers as bits, with 0, 0, 1 for lanes that the texture lacks.
    /// - Undefined in GL and fixed here: integers are never blended, whatever the filters; a coordinate that
    ///   is not a number is 0; a reference without a comparison is compared by "less or equal"; a level of
    ///   detail that is not a number is 0.
    /// - `touched` is told the first word of every texel that is read.
    pub fn sample(
        &self,
        coords: [f32; 4],
        lod: Lod,
        bias: f32,
        offset: Offset,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let detail = if self.sampling.uses_lod() { self.detail(coords, lod, bias) } else { 0.0 };
        let LevelChoice { filter, fine, coarse } = self.choose(detail);
        let point = self.point(coords);
        let near = self.filtered(filter, fine, point, offset, compare, touched);
        match coarse {
            None => near,
            Some((level, weight)) => {
                let far = self.filtered(filter, level, point, offset, compare, touched);
                blended(near, far, weight)
            }
        }
    }

    /// The axes of the position.
    pub(super) fn axes(&self) -> usize {
        match self.dimension {
            Dimension::D1 | Dimension::Buffer => 1,
            Dimension::D2 | Dimension::Cube | Dimension::TexelRect => 2,
            Dimension::D3 => 3,
        }
    }

    /// Where coordinates in GLSL's order lie.
    #[inline]
    pub(super) fn point(&self, [x, y, z, w]: [f32; 4]) -> TexturePoint {
        match self.dimension {
            Dimension::D1 | Dimension::Buffer => TexturePoint { at: [x, 0.0, 0.0], slice: self.layer(y, 1) },
            Dimension::D2 | Dimension::TexelRect => TexturePoint { at: [x, y, 0.0], slice: self.layer(z, 1) },
            Dimension::D3 => TexturePoint { at: [x, y, z], slice: 0 },
            Dimension::Cube => {
                let (face, [s, t]) = cube::place_on_face([x, y, z]);
                TexturePoint { at: [s, t, 0.0], slice: self.layer(w, 6).saturating_add(face as i32) }
            }
        }
    }

    /// The first slice of the layer that a coordinate names.
    #[inline]
    fn layer(&self, coordinate: f32, slices: usize) -> i32 {
        if !self.arrayed {
            return 0;
        }
        let layers = (self.level(self.base()).depth / slices) as i32;
        (coordinate.round_ties_even() as i32)
            .min(layers - 1)
            .max(0)
            .saturating_mul(slices as i32)
    }

    /// A place on each axis in texels of a level.
    #[inline]
    pub(super) fn in_texels(&self, level: &MipLevel, at: [f32; 3]) -> [f32; 3] {
        if self.dimension == Dimension::TexelRect {
            return at;
        }
        [at[0] * level.width as f32, at[1] * level.height as f32, at[2] * level.depth as f32]
    }

    /// The value of one level.
    fn filtered(
        &self,
        filter: Filter,
        level: usize,
        point: TexturePoint,
        offset: Offset,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let level = self.level(level);
        let place = self.in_texels(&level, point.at);
        let offset = if self.dimension == Dimension::Cube { [0; 3] } else { offset };
        if filter == Filter::Nearest {
            let mut index: [i32; 3] = std::array::from_fn(|axis| floor(place[axis]).saturating_add(offset[axis]));
            if self.dimension == Dimension::Cube {
                let last = level.width as i32 - 1;
                index = index.map(|at| at.min(last).max(0));
            }
            return self.wrapped(&level, index, point.slice, compare, touched);
        }
        let (first, weights) = self.around(place, offset);
        let axes = self.axes();
        let mut corners = [[0; 4]; 8];
        for (corner, value) in corners.iter_mut().enumerate().take(1 << axes) {
            let index: [i32; 3] = std::array::from_fn(|axis| first[axis].saturating_add((corner >> axis & 1) as i32));
            *value = self.wrapped(&level, index, point.slice, compare, touched);
        }
        // Each axis halves what is left: neighbours along x lie side by side.
        for (axis, weight) in weights.into_iter().enumerate().take(axes) {
            for pair in 0..4 >> axis {
                corners[pair] = blended(corners[2 * pair], corners[2 * pair + 1], weight);
            }
        }
        corners[0]
    }

    /// The lower of the two texels around a place on each axis, and the weight of the upper. Axes without a
    /// position stay at 0.
    pub(super) fn around(&self, place: [f32; 3], offset: Offset) -> ([i32; 3], [f32; 3]) {
        let axes = self.axes();
        let mut first = [0; 3];
        let mut weights = [0.0; 3];
        for axis in 0..axes {
            let middle = place[axis] - 0.5;
            let lower = floor(middle);
            let weight = middle - lower as f32;
            // Too large to have a fraction, or not a number: the lower one alone. A hair below the upper one's
            // middle is rounded to 1.
            weights[axis] = if (0.0..=1.0).contains(&weight) { weight } else { 0.0 };
            first[axis] = lower.saturating_add(offset[axis]);
        }
        (first, weights)
    }

    /// What a wrap means here: coordinates that count texels can only be clamped.
    #[inline]
    pub(super) fn wrap(&self, wrap: Wrap) -> Wrap {
        if self.dimension == Dimension::TexelRect && wrap != Wrap::Border { Wrap::Clamp } else { wrap }
    }

    /// The texel that stands for one that may lie outside, compared if a reference is given.
    #[inline]
    pub(super) fn wrapped(
        &self,
        level: &MipLevel,
        [x, y, z]: [i32; 3],
        slice: i32,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let [width, height, depth] = [level.width as i32, level.height as i32, level.depth as i32];
        let [wrap_x, wrap_y, wrap_z] = self.sampling.wraps.map(|wrap| self.wrap(wrap));
        let place = match self.dimension {
            Dimension::D1 | Dimension::Buffer => [wrap_index(wrap_x, x, width), 0, slice],
            Dimension::D2 | Dimension::TexelRect => {
                [wrap_index(wrap_x, x, width), wrap_index(wrap_y, y, height), slice]
            }
            Dimension::D3 => {
                [wrap_index(wrap_x, x, width), wrap_index(wrap_y, y, height), wrap_index(wrap_z, z, depth)]
            }
            Dimension::Cube => return self.on_cube(level, [x, y], slice, compare, touched),
        };
        self.texel_at(level, place, compare, touched)
    }

    /// The texel that stands for one that may lie one beyond an edge of a face; at a corner the mean of the
    /// three that meet.
    fn on_cube(
        &self,
        level: &MipLevel,
        [x, y]: [i32; 2],
        slice: i32,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let face = (slice % 6).max(0);
        let first = slice - face;
        let mut read = |(face, column, line): (usize, i32, i32)| {
            self.texel_at(level, [column, line, first.saturating_add(face as i32)], compare, touched)
        };
        match cube::neighbour(face as usize, x, y, level.width as i32) {
            Neighbour::Texel { face, column, line } => read((face, column, line)),
            // There is no mean of integers; they are gathered, never blended, and the face's own is as good
            // as the others.
            Neighbour::Corner([own, ..]) if self.texel.is_integer() => read(own),
            Neighbour::Corner(three) => {
                let [a, b, c] = three.map(|one| read(one).map(f32::from_bits));
                std::array::from_fn(|lane| float_bits((a[lane] + b[lane] + c[lane]) / 3.0))
            }
        }
    }

    /// A texel, or the border outside; compared if a reference is given.
    #[inline]
    fn texel_at(
        &self,
        level: &MipLevel,
        place: [i32; 3],
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let texel = match self.word(level, place) {
            Some(word) => {
                touched(word);
                self.texel.read(&self.storage, word)
            }
            None => self.texel.color(self.sampling.border),
        };
        match compare {
            None => texel,
            Some(reference) => {
                let depth = f32::from_bits(texel[0]);
                // What is kept in equal steps from 0 to 1 cannot be above 1, so a reference may not be
                // either.
                let steps = self.texel.coding() == super::Coding::Unorm;
                let reference = if steps { reference.clamp(0.0, 1.0) } else { reference };
                let compare = self.sampling.compare.unwrap_or(Compare::LessOrEqual);
                let passed = if sampling::passes(compare, reference, depth) { 1.0_f32 } else { 0.0 };
                [passed.to_bits(), 0, 0, 1.0_f32.to_bits()]
            }
        }
    }
}

/// From one texel to another. Equal ones give what they are, exactly.
#[inline]
fn blended(from: [u32; 4], to: [u32; 4], weight: f32) -> [u32; 4] {
    std::array::from_fn(|lane| {
        let (from, to) = (f32::from_bits(from[lane]), f32::from_bits(to[lane]));
        float_bits(from + weight * (to - from))
    })
}

/// The whole number below, at the ends of its range for what is outside it, and 0 for not-a-number.
///
/// Written out, because the library's `floor` is a call on processors of 2003 and this is a few instructions.
#[inline]
pub(super) fn floor(value: f32) -> i32 {
    let whole = value as i32;
    if (whole as f32) > value { whole.saturating_sub(1) } else { whole }
}
