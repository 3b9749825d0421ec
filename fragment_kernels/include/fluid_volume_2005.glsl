// fluid_volume_2005.glsl: a cell of a volume whose slices lie side by side in one texture, and its neighbours
// (Harris et al., 2003), for cards that calculate in floats alone. The kernel declares the stream `source`.
//
// As in volume_2005 all is counted from the middles of texels, half a texel off any whole number, so that
// `floor` cannot meet one.
#include "by_slice_2005.glsl"

uniform vec2 share;          // one over the columns and the rows of a slice
uniform vec2 last;           // column and row of the last slice among the slices

/// Column and row of a texel's slice among the slices.
vec2 tile_of(vec2 at) { return floor(at * share); }

/// The middle of the first texel of a slice.
vec2 first_of(vec2 tile) { return (tile * source_shape.xy) + 0.5; }

/// Texels to the same cell of the slice in front: one to the left, or at the end of the row of slices above. The
/// first slice has itself there.
vec2 to_front(vec2 tile) {
    vec2 way = tile.x > 0.0 ? vec2(-1.0, 0.0) : vec2(source_columns - 1.0, -1.0);
    return dot(tile, vec2(1.0)) > 0.0 ? way * source_shape.xy : vec2(0.0);
}

/// Texels to the same cell of the slice behind. The last slice has itself there.
vec2 to_back(vec2 tile) {
    vec2 way = tile.x < source_columns - 1.0 ? vec2(1.0, 0.0) : vec2(1.0 - source_columns, 1.0);
    return tile == last ? vec2(0.0) : way * source_shape.xy;
}
