// by_slice_2005.glsl: a volume whose slices lie side by side in one texture, for cards that calculate in floats
// alone. The kernel declares the stream `source` before it.
//
// A slice is a column and a row of slices, and a cell a column and a row of texels. Half of one is added to the
// number of a slice before `floor`, so that no quotient is a whole number, for up to 2,048 slices.

uniform vec4 source_shape;       // columns, rows and slices; the library sets it
uniform float source_columns;    // slices side by side
uniform vec2 source_texel;       // a texel in texture coordinates

/// The texel of the first cell of a slice, by its corner.
vec2 slice_corner(float slice) {
    float row = floor((slice + 0.5) / source_columns);
    return vec2(slice - (row * source_columns), row) * source_shape.xy;
}
