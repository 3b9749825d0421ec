#version 430 core
// distance_field: one jump: a cell asks itself and eight others, `jump` away, for the nearest seed that they know.
#include "stream.glsl"
#include "distance_field.glsl"

layout(local_size_x = 32, local_size_y = 4) in;

uniform ivec4 output_shape;          // the library sets it
uniform int jump;                    // cells

layout(std430, binding = 0) readonly  buffer Nearest { uint nearest[]; };
layout(std430, binding = 1) writeonly buffer Result  { uint result[]; };

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= output_shape.x || at.y >= output_shape.y) return;
    uint best = NOWHERE;
    int least = NEVER;
    for (int i = 0; i < 9; ++i) {
        ivec2 other = at + jump * ivec2(i % 3 - 1, i / 3 - 1);
        if (any(lessThan(other, ivec2(0))) || any(greaterThanEqual(other, output_shape.xy))) continue;
        uint seed = nearest[other.y * output_shape.x + other.x];
        int square = squared(seed, at, output_shape.x);
        if (nearer(square, seed, least, best)) {
            best = seed;
            least = square;
        }
    }
    result[at.y * output_shape.x + at.x] = best;
}
