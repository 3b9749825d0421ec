#version 430 core
// depth_of_field: one pixel of a photograph through a lens: the mean of a square around it, the larger the less its depth is in focus.
//
// The square's sides may lie inside pixels. Whole sums come from the summed-area table of words, so only the last steps are in floats.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform float focus;                                  // the depth that is sharp
uniform float aperture;                               // the radius at an endless depth, in pixels
uniform float most;                                   // the largest radius
uniform ivec4 output_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Table  { uvec4 table[]; };
layout(std430, binding = 1) readonly  buffer Depth  { float depth[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };   // red in the lowest byte

/// The sum of the columns before `end.x` in the rows before `end.y`.
uvec4 sum_before(ivec2 end) {
    if (end.x == 0 || end.y == 0) return uvec4(0u);
    return table[(end.y - 1) * output_shape.x + end.x - 1];
}

/// The sum over the columns from `first.x` to before `end.x`, in such rows.
uvec4 sum(ivec2 first, ivec2 end) {
    return sum_before(end) - sum_before(ivec2(first.x, end.y)) - sum_before(ivec2(end.x, first.y)) + sum_before(first);
}

/// Pixels from a pixel of that depth to the sides of its square: the blur of a thin lens. 0 where the depth is no number above 0.
float reach(float depth) {
    float radius = aperture * abs(depth - focus) / depth;
    return radius > 0.0 ? min(radius, most) : 0.0;
}

void main() {
    int i = element();
    if (i >= element_count) return;
    ivec2 size = output_shape.xy, at = place(i, size.x);
    float radius = reach(depth[i]);
    // Pixel (x, y) covers x to x + 1 and y to y + 1: a square of reach 0 is the pixel. What is outside the picture is cut off.
    vec2 low = max(vec2(at) - radius, vec2(0.0)), high = min(vec2(at) + 1.0 + radius, vec2(size));
    // Columns and rows that the square covers in part, wholly, and in part: where these begin and end, and what part it is.
    ivec2 first = ivec2(low), last = ivec2(high);
    ivec2 edges[4] = ivec2[4](first, first + 1, last, min(last + 1, size));
    vec2 parts[3] = vec2[3](1.0 - (low - vec2(first)), vec2(1.0), high - vec2(last));

    vec4 total = vec4(0.0);
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            ivec2 begin = ivec2(edges[column].x, edges[row].y), end = ivec2(edges[column + 1].x, edges[row + 1].y);
            total += vec4(sum(begin, end)) * (parts[column].x * parts[row].y);
        }
    }
    vec2 sides = high - low;
    result[i] = packUnorm4x8(total / (255.0 * sides.x * sides.y));
}
