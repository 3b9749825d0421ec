//! Nearest reads on the border between two texels.

use super::sampling::Filter;
use super::view::TextureView;
use gristmill_shader::Dimension;

/// The error of a coordinate that was computed by one division and multiplied by the size again, relative to it.
const COORDINATE_ERROR: f32 = 2.0 * f32::EPSILON;

impl TextureView {
    /// Returns true if a read of the nearest texel lies on the border between two texels that differ.
    ///
    /// OpenGL chooses the texel by a floor of the scaled coordinate; on the border the last bit of a division
    /// decides, and machines differ. Rectangles, whose coordinates are texels, and cubes are left out.
    pub fn is_on_texel_border(&self, coordinates: [f32; 4]) -> bool {
        let is_flat = matches!(self.dimension, Dimension::D1 | Dimension::D2 | Dimension::D3);
        let nearest = self.sampling.minify == Filter::Nearest && self.sampling.magnify == Filter::Nearest;
        if !is_flat || self.texel.is_integer() || !nearest || self.sampling.mip.is_some() {
            return false;
        }
        let level = self.level_at(self.base_level());
        let point = self.locate_point(coordinates);
        let place = self.to_texels(&level, point.at);
        let index = place.map(super::filter::floor_to_int);
        (0..self.axis_count()).any(|axis| {
            let border = place[axis].round_ties_even();
            let is_near = (place[axis] - border).abs() <= border.abs() * COORDINATE_ERROR;
            if !is_near || border.abs() >= (1 << 22) as f32 {
                return false;
            }
            let [mut below, mut above] = [index; 2];
            (below[axis], above[axis]) = (border as i32 - 1, border as i32);
            let [below, above] =
                [below, above].map(|index| self.read_wrapped(&level, index, point.slice, None, &mut |_| ()));
            below != above
        })
    }
}
