//! Filtered samples: the place on the texture, the texels around it, and their weights.

use super::super::number::float_bits;
use super::cube::{self, Neighbour};
use super::lod::{LevelChoice, Lod};
use super::sampling::{self, Filter, Wrap, wrap_index};
use super::view::{MipLevel, TextureView};
use gristmill_machine::Compare;
use gristmill_shader::Dimension;

/// The place of a lookup: a position on each axis, and a slice for the layer or face.
#[derive(Debug, Clone, Copy)]
pub(super) struct TexturePoint {
    pub(super) at: [f32; 3],
    pub(super) slice: i32,
}

/// Added to the texels' indices.
type Offset = [i32; 3];

impl TextureView {
    /// Samples the texture, as GLSL's `texture` functions do.
    ///
    /// - The coordinates are in GLSL's order; the layer is rounded to the nearest that exists. Cubes ignore
    ///   offsets.
    /// - With a reference the texels are compared before they are filtered, and the first lane is the fraction
    ///   that passes.
    /// - The result is floats or integers as bits, with 0, 0, 1 for components that the texture lacks.
    /// - Undefined in GL and defined here: integers are never blended, whatever the filters; a coordinate that
    ///   is NaN is 0; a reference without a comparison is compared by "less or equal"; a level of
    ///   detail that is NaN is 0.
    /// - `touched` receives the first word of every texel that is read.
    pub fn sample(
        &self,
        coords: [f32; 4],
        lod: Lod,
        bias: f32,
        offset: Offset,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let detail = if self.sampling.uses_lod() { self.level_of_detail(coords, lod, bias) } else { 0.0 };
        let LevelChoice { filter, fine, coarse } = self.choose_levels(detail);
        let point = self.locate_point(coords);
        let near = self.filter_level(filter, fine, point, offset, compare, touched);
        match coarse {
            None => near,
            Some((level, weight)) => {
                let far = self.filter_level(filter, level, point, offset, compare, touched);
                blend_texels(near, far, weight)
            }
        }
    }

    /// Number of axes of the position.
    pub(super) fn axis_count(&self) -> usize {
        match self.dimension {
            Dimension::D1 | Dimension::Buffer => 1,
            Dimension::D2 | Dimension::Cube | Dimension::TexelRect => 2,
            Dimension::D3 => 3,
        }
    }

    /// Converts coordinates in GLSL's order to a place.
    #[inline]
    pub(super) fn locate_point(&self, [x, y, z, w]: [f32; 4]) -> TexturePoint {
        match self.dimension {
            Dimension::D1 | Dimension::Buffer => TexturePoint { at: [x, 0.0, 0.0], slice: self.first_slice(y, 1) },
            Dimension::D2 | Dimension::TexelRect => TexturePoint { at: [x, y, 0.0], slice: self.first_slice(z, 1) },
            Dimension::D3 => TexturePoint { at: [x, y, z], slice: 0 },
            Dimension::Cube => {
                let (face, [s, t]) = cube::place_on_face([x, y, z]);
                TexturePoint { at: [s, t, 0.0], slice: self.first_slice(w, 6).saturating_add(face as i32) }
            }
        }
    }

    /// Returns the first slice of the layer that a coordinate selects.
    #[inline]
    fn first_slice(&self, coordinate: f32, slices: usize) -> i32 {
        if !self.arrayed {
            return 0;
        }
        let layers = (self.level_at(self.base_level()).depth / slices) as i32;
        (coordinate.round_ties_even() as i32)
            .min(layers - 1)
            .max(0)
            .saturating_mul(slices as i32)
    }

    /// Converts a position on each axis to texels of a level.
    #[inline]
    pub(super) fn to_texels(&self, level: &MipLevel, at: [f32; 3]) -> [f32; 3] {
        if self.dimension == Dimension::TexelRect {
            return at;
        }
        [at[0] * level.width as f32, at[1] * level.height as f32, at[2] * level.depth as f32]
    }

    /// Filters one level.
    fn filter_level(
        &self,
        filter: Filter,
        level: usize,
        point: TexturePoint,
        offset: Offset,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let level = self.level_at(level);
        let place = self.to_texels(&level, point.at);
        let offset = if self.dimension == Dimension::Cube { [0; 3] } else { offset };
        if filter == Filter::Nearest {
            let mut index: [i32; 3] =
                std::array::from_fn(|axis| floor_to_int(place[axis]).saturating_add(offset[axis]));
            if self.dimension == Dimension::Cube {
                let last = level.width as i32 - 1;
                index = index.map(|at| at.min(last).max(0));
            }
            return self.read_wrapped(&level, index, point.slice, compare, touched);
        }
        let (first, weights) = self.linear_footprint(place, offset);
        let axes = self.axis_count();
        let mut corners = [[0; 4]; 8];
        for (corner, value) in corners.iter_mut().enumerate().take(1 << axes) {
            let index: [i32; 3] = std::array::from_fn(|axis| first[axis].saturating_add((corner >> axis & 1) as i32));
            *value = self.read_wrapped(&level, index, point.slice, compare, touched);
        }
        // Each axis halves the number of values: neighbours along x are adjacent.
        for (axis, weight) in weights.into_iter().enumerate().take(axes) {
            for pair in 0..4 >> axis {
                corners[pair] = blend_texels(corners[2 * pair], corners[2 * pair + 1], weight);
            }
        }
        corners[0]
    }

    /// Returns the lower of the two texels around a place on each axis, and the weight of the upper one. Axes
    /// without a position stay at 0.
    pub(super) fn linear_footprint(&self, place: [f32; 3], offset: Offset) -> ([i32; 3], [f32; 3]) {
        let axes = self.axis_count();
        let mut first = [0; 3];
        let mut weights = [0.0; 3];
        for axis in 0..axes {
            let middle = place[axis] - 0.5;
            let lower = floor_to_int(middle);
            let weight = middle - lower as f32;
            // Too large to have a fraction, or NaN: only the lower texel counts. A position just below the upper texel's
            // middle is rounded to 1.
            weights[axis] = if (0.0..=1.0).contains(&weight) { weight } else { 0.0 };
            first[axis] = lower.saturating_add(offset[axis]);
        }
        (first, weights)
    }

    /// Returns the effective wrap: coordinates in texels can only be clamped.
    #[inline]
    pub(super) fn effective_wrap(&self, wrap: Wrap) -> Wrap {
        if self.dimension == Dimension::TexelRect && wrap != Wrap::Border { Wrap::Clamp } else { wrap }
    }

    /// Reads the texel for an index that may be out of range, compared if a reference is given.
    #[inline]
    pub(super) fn read_wrapped(
        &self,
        level: &MipLevel,
        [x, y, z]: [i32; 3],
        slice: i32,
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let [width, height, depth] = [level.width as i32, level.height as i32, level.depth as i32];
        let [wrap_x, wrap_y, wrap_z] = self.sampling.wraps.map(|wrap| self.effective_wrap(wrap));
        let place = match self.dimension {
            Dimension::D1 | Dimension::Buffer => [wrap_index(wrap_x, x, width), 0, slice],
            Dimension::D2 | Dimension::TexelRect => {
                [wrap_index(wrap_x, x, width), wrap_index(wrap_y, y, height), slice]
            }
            Dimension::D3 => {
                [wrap_index(wrap_x, x, width), wrap_index(wrap_y, y, height), wrap_index(wrap_z, z, depth)]
            }
            Dimension::Cube => return self.read_on_cube(level, [x, y], slice, compare, touched),
        };
        self.read_texel(level, place, compare, touched)
    }

    /// Reads the texel for an index that may be one beyond an edge of a face; at a corner the mean of the
    /// three that meet.
    fn read_on_cube(
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
            self.read_texel(level, [column, line, first.saturating_add(face as i32)], compare, touched)
        };
        match cube::find_neighbour(face as usize, x, y, level.width as i32) {
            Neighbour::Texel { face, column, line } => read((face, column, line)),
            // Integers have no mean; they are gathered, never blended, and the face's own texel is as good as the others.
            Neighbour::Corner([own, ..]) if self.texel.is_integer() => read(own),
            Neighbour::Corner(three) => {
                let [a, b, c] = three.map(|one| read(one).map(f32::from_bits));
                std::array::from_fn(|lane| float_bits((a[lane] + b[lane] + c[lane]) / 3.0))
            }
        }
    }

    /// Reads a texel, or the border if out of range; compared if a reference is given.
    #[inline]
    fn read_texel(
        &self,
        level: &MipLevel,
        place: [i32; 3],
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let texel = match self.first_word(level, place) {
            Some(word) => {
                touched(word);
                self.texel.read(&self.storage, word)
            }
            None => self.texel.convert_color(self.sampling.border),
        };
        match compare {
            None => texel,
            Some(reference) => {
                let depth = f32::from_bits(texel[0]);
                // A normalised depth cannot be above 1, so the reference is clamped as well.
                let steps = self.texel.coding() == super::LaneCoding::Unorm;
                let reference = if steps { reference.clamp(0.0, 1.0) } else { reference };
                let compare = self.sampling.compare.unwrap_or(Compare::LessOrEqual);
                let passed = if sampling::passes_compare(compare, reference, depth) { 1.0_f32 } else { 0.0 };
                [passed.to_bits(), 0, 0, 1.0_f32.to_bits()]
            }
        }
    }
}

/// Interpolates between two texels. Equal ones are returned exactly.
#[inline]
fn blend_texels(from: [u32; 4], to: [u32; 4], weight: f32) -> [u32; 4] {
    std::array::from_fn(|lane| {
        let from = f32::from_bits(from[lane]);
        let to = f32::from_bits(to[lane]);
        float_bits(from + weight * (to - from))
    })
}

/// Rounds down to an integer; saturates out of range, and returns 0 for NaN.
///
/// Written out, because the library's `floor` is a call on processors of 2003 and this is a few instructions.
#[inline]
pub(super) fn floor_to_int(value: f32) -> i32 {
    let whole = value as i32;
    if (whole as f32) > value { whole.saturating_sub(1) } else { whole }
}
