// addressing: where element `index` of a stream lies in its texture, and back.
//
// The address translations of GPU Gems 2, chapter 33 (listings 33-1 to 33-4), three times:
//   1. as the era printed them, in floats, mistakes kept: to be studied, not used;
//   2. corrected, in floats: exact for every index below 2^24, on every width;
//   3. in integers: what the library uses, exact for every `int`. No samplers here, and one text for both
//      eras: it compiles as #version 330 and as 430. The errata are numbered as in the book's appendix.
//      Texels are whole numbers from 0; `texel_centre` makes a coordinate to sample at.

// ---- 1. As printed
// -------------------------------------------------------------------------------------------------------

// ANCHOR: printed
// Listing 33-1: 1D to 2D, for rectangle textures, whose coordinates are texels. The texture unit takes the
// floor of both. Erratum 2: the reciprocal is rounded, so on a width that is no power of two an index can
// land a column early, and one at the start of a row at the end of the row before: 7361 of the 10000 indices
// of 100x100.
vec2 printed_1d_to_rectangle(float address_1d, vec2 texture_size) {
    float conversion = 1.0 / texture_size.x;
    float row = address_1d * conversion;
    return vec2(fract(row) * texture_size.x, row);
}

// Listing 33-2: the same for ordinary textures, whose coordinates run from 0 to 1. Two instructions when the
// host computes `conversion`; one when GL_REPEAT does the fract (erratum 5: no more exact than this). Erratum
// 1: a parenthesis is missing in print, here restored. Erratum 2 as above.
vec2 printed_1d_to_2d(float address_1d, vec2 texture_size) {
    vec2 conversion = vec2(1.0 / texture_size.x, 1.0 / (texture_size.x * texture_size.y));
    vec2 scaled = address_1d * conversion;
    return vec2(fract(scaled.x), scaled.y);
}
// ANCHOR_END: printed

// ANCHOR: printed_volumes
// Listing 33-3: 3D to 1D, x fastest, and on to 2D. Erratum 7: the text says that 33-1 does the second step,
// the code calls 33-2; so the result runs from 0 to 1. Erratum 6 is in the listing's comments: its address_1d
// runs to the number of elements, not to the texture's height.
vec2 printed_3d_to_2d(vec3 address_3d, vec3 size_3d, vec2 texture_size) {
    vec3 strides = vec3(1.0, size_3d.x, size_3d.y * size_3d.x);
    return printed_1d_to_2d(dot(address_3d, strides), texture_size);
}

// Listing 33-4: 3D to 2D, the slices side by side; texels. Erratum 8: `slice` is taken from the address where
// the size is meant, so every (0, 0, z) falls on texel (0, 0). Erratum 9: the last line returned an
// undeclared addr3D; the least repair is the parameter. Erratum 10: no floor on `slices_per_row`, and a
// division that is a hair short puts a slice one row of slices up. Cg's fmod is mod where nothing is
// negative.
vec2 printed_3d_to_2d_by_slice(vec3 address_3d, vec3 size_3d, vec2 texture_size) {
    float slices_per_row = texture_size.x / size_3d.x;
    vec2 place = vec2(mod(address_3d.z, slices_per_row), floor(address_3d.z / slices_per_row));
    vec2 slice = vec2(address_3d.x, address_3d.y);
    return address_3d.xy + slice * place;
}
// ANCHOR_END: printed_volumes

// ---- 2. Corrected, in floats
// ---------------------------------------------------------------------------------------------

// ANCHOR: corrected
// Quotient and remainder of whole numbers, exact for 0 <= a < 2^24 and 1 <= b < 2^24.
//
// The rounded product is at most one off the true quotient: both roundings together are below 2^-23 of it, it
// is below 2^24 / b, and for b = 1 and 2 nothing is rounded. The first remainder says which way, by its sign
// alone; the second is computed from the right quotient, and then no number exceeds `a`: all are whole, below
// 2^24, and held exactly. From b = 3 on it may even be computed from a reciprocal that is one unit off.
vec2 divide_float(float a, float b) {
    float quotient = floor(a * (1.0 / b));
    float remainder = a - quotient * b;
    if (remainder < 0.0) quotient -= 1.0;
    if (remainder >= b) quotient += 1.0;
    return vec2(quotient, a - quotient * b);
}

// 33-1 corrected: the texel of a 1D stream wrapped at `width`.
vec2 packed_texel_float(float index, float width) {
    return divide_float(index, width).yx;
}

// And back.
float packed_index_float(vec2 texel, float width) {
    return texel.y * width + texel.x;
}

// 33-2 corrected, second step: the coordinate, 0 to 1, at which a texture of this size is sampled to get
// exactly this texel, its centre. (Adding the half to the index instead, the usual repair, halves the range:
// erratum 3.)
vec2 texel_centre(vec2 texel, vec2 texture_size) {
    return (texel + 0.5) / texture_size;
}
// ANCHOR_END: corrected

// 33-3 corrected, first step: 3D flat by line. Then packed_texel_float.
float index_3d_float(vec3 position, vec3 shape) {
    return position.x + shape.x * (position.y + shape.y * position.z);
}

// And back.
vec3 position_3d_float(float index, vec3 shape) {
    vec2 line_x = divide_float(index, shape.x);
    vec2 slice_y = divide_float(line_x.x, shape.y);
    return vec3(line_x.y, slice_y.y, slice_y.x);
}

// The same in 4D.
float index_4d_float(vec4 position, vec4 shape) {
    return position.x + shape.x * (position.y + shape.y * (position.z + shape.z * position.w));
}

vec4 position_4d_float(float index, vec4 shape) {
    vec3 folded = position_3d_float(index, shape.xyz);
    vec2 w_z = divide_float(folded.z, shape.z);
    return vec4(folded.xy, w_z.y, w_z.x);
}

// 33-4 corrected: the texel of a 3D stream whose slices, of size `slice`, stand side by side in whole
// `columns`.
vec2 by_slice_texel_float(vec3 position, vec2 slice, float columns) {
    vec2 row_column = divide_float(position.z, columns);
    return position.xy + slice * row_column.yx;
}

// And back.
vec3 by_slice_position_float(vec2 texel, vec2 slice, float columns) {
    vec2 column_x = divide_float(texel.x, slice.x);
    vec2 row_y = divide_float(texel.y, slice.y);
    return vec3(column_x.y, row_y.y, row_y.x * columns + column_x.x);
}

// ---- 3. In integers
// ------------------------------------------------------------------------------------------------------

// The texel of element `index` of a stream wrapped at `width`.
ivec2 packed_texel(int index, int width) {
    return ivec2(index % width, index / width);
}

// And back.
int packed_index(ivec2 texel, int width) {
    return texel.y * width + texel.x;
}

// The position of element `index` in a 3D stream, x fastest.
ivec3 position_3d(int index, ivec3 shape) {
    int line = index / shape.x;
    return ivec3(index % shape.x, line % shape.y, line / shape.y);
}

// And back.
int index_3d(ivec3 position, ivec3 shape) {
    return position.x + shape.x * (position.y + shape.y * position.z);
}

// The same in 4D.
ivec4 position_4d(int index, ivec4 shape) {
    ivec3 folded = position_3d(index, shape.xyz);
    return ivec4(folded.xy, folded.z % shape.z, folded.z / shape.z);
}

int index_4d(ivec4 position, ivec4 shape) {
    return position.x + shape.x * (position.y + shape.y * (position.z + shape.z * position.w));
}

// A 4D position as the 3D one by slice, in separate slices and in a volume: slice (z, w) is z + depth * w.
ivec3 fold_4d(ivec4 position, int depth) {
    return ivec3(position.xy, position.z + depth * position.w);
}

// And back.
ivec4 unfold_4d(ivec3 folded, int depth) {
    return ivec4(folded.xy, folded.z % depth, folded.z / depth);
}

// The texel of a 3D position whose slices, of size `slice`, stand side by side in `columns`.
ivec2 by_slice_texel(ivec3 position, ivec2 slice, int columns) {
    return position.xy + slice * ivec2(position.z % columns, position.z / columns);
}

// And back; in the padding, z is past the last slice.
ivec3 by_slice_position(ivec2 texel, ivec2 slice, int columns) {
    ivec2 place = texel / slice;
    return ivec3(texel % slice, place.y * columns + place.x);
}
