//! Gather: one component of the four texels that a linear filter would blend.

use super::view::TextureView;
use gristmill_shader::Dimension;

/// The texels in GL's order, counted from the lower left.
const ORDER: [[i32; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

impl TextureView {
    /// GLSL's `textureGather` and `textureGatherOffset`: one component of four texels of the base level; with a
    /// reference, the results of the comparisons.
    pub fn gather(
        &self,
        coords: [f32; 4],
        lane: usize,
        offset: [i32; 2],
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let places = ORDER.map(|step| [step[0].saturating_add(offset[0]), step[1].saturating_add(offset[1])]);
        self.gather_at(coords, lane, places, compare, touched)
    }

    /// GLSL's `textureGatherOffsets`: the lower left of the four texels at each offset.
    pub fn gather_offsets(
        &self,
        coords: [f32; 4],
        lane: usize,
        offsets: [[i32; 2]; 4],
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        self.gather_at(coords, lane, offsets, compare, touched)
    }

    fn gather_at(
        &self,
        coords: [f32; 4],
        lane: usize,
        places: [[i32; 2]; 4],
        compare: Option<f32>,
        touched: &mut impl FnMut(usize),
    ) -> [u32; 4] {
        let point = self.locate_point(coords);
        let level = self.level_at(self.base_level());
        let (first, _) = self.linear_footprint(self.to_texels(&level, point.at), [0; 3]);
        let lane = if compare.is_some() { 0 } else { lane.min(3) };
        // A cube's faces have no texels more than one beyond their edge.
        let furthest = |at: i32| if self.dimension == Dimension::Cube { at.clamp(0, 1) } else { at };
        places.map(|[x, y]| {
            let index = [first[0].saturating_add(furthest(x)), first[1].saturating_add(furthest(y)), first[2]];
            self.read_wrapped(&level, index, point.slice, compare, touched)[lane]
        })
    }
}
