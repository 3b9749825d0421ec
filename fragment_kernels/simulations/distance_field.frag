#version 330 core
// distance_field: one jump: a cell asks itself and eight others, `jump` away, for the nearest seed that they know.
#include "stream.glsl"
#include "distance_field.glsl"

uniform ivec4 output_shape;          // the library sets it
uniform int jump;                    // cells
uniform usampler2D nearest;

layout(location = 0) out uint result;

void main() {
    ivec2 at = here();
    uint best = NOWHERE;
    int least = NEVER;
    for (int i = 0; i < 9; ++i) {
        ivec2 other = at + jump * ivec2(i % 3 - 1, i / 3 - 1);
        if (any(lessThan(other, ivec2(0))) || any(greaterThanEqual(other, output_shape.xy))) continue;
        uint seed = fetch(nearest, other).r;
        int square = squared(seed, at, output_shape.x);
        if (nearer(square, seed, least, best)) {
            best = seed;
            least = square;
        }
    }
    result = best;
}
