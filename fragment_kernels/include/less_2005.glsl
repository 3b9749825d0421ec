// less_2005.glsl: the order of texels that are sorted: by the first channel in which two of them differ.
//
// All four channels are compared at once. A stream of fewer channels reads as 0, 0 and 1 in the others, on both
// sides.

/// Whether a texel goes before another one.
bool less(vec4 one, vec4 other) {
    vec4 order = vec4(lessThan(one, other)) - vec4(greaterThan(one, other));
    return dot(order, vec4(8.0, 4.0, 2.0, 1.0)) > 0.0;
}
