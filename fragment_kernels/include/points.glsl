// points.glsl: where a vertex kernel puts the point of an element, so that the point covers that element's
// texel and nothing else.
//
// A fragment has its address from the rasteriser; a vertex computes its own. This is how the era wrote to an
// address.

uniform int element_count;   // elements of the output; the library sets it
uniform int output_width;    // texels in a row of the output; the library sets it

/// The centre of a texel of an output of that size, as a position between -1 and 1.
vec4 centre(vec2 texel, vec2 size) { return vec4(((texel + 0.5) / size) * 2.0 - 1.0, 0.0, 1.0); }

/// The position of the point of one element. An element that the output does not have gets none in the
/// picture, so nothing is drawn.
vec4 point_of(uint element) {
    if (element >= uint(element_count)) return vec4(4.0, 4.0, 0.0, 1.0);   // NOWHERE is larger than any count
    int row = int(element) / output_width;
    int rows = (element_count + output_width - 1) / output_width;
    return centre(vec2(int(element) - row * output_width, row), vec2(output_width, rows));
}
