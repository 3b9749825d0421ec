// rows_2005.glsl: elements in rows of texels, for cards that calculate in floats alone.
//
// A number of elements is a vec2: texels of a row that is not whole, and whole rows. An index of 2^17 and
// more is no number of a Radeon 9700; columns and rows, 2,048 of each, are.

/// Whether a texel, by its centre, comes before the `end` of a stream: the number of its elements.
bool before(vec2 at, vec2 end) {
    return at.y < end.y || (at.y - 1.0 < end.y && at.x < end.x);
}

/// The texel so many elements behind another, in rows of that width.
vec2 behind(vec2 at, vec2 elements, float width) {
    vec2 there = at + elements;
    return there.x < width ? there : there + vec2(-width, 1.0);
}
