#version 330 core
// distance_field_columns: one jump within a column: a cell asks itself and the cells `jump` above and below.
//
// In one dimension jumps of 1, 2, 4 ... make no mistake: what lies between a cell and its nearest seed has no
// nearer one.
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
    for (int i = -1; i <= 1; ++i) {
        ivec2 other = at + ivec2(0, jump * i);
        if (other.y < 0 || other.y >= output_shape.y) continue;
        uint seed = fetch(nearest, other).r;
        int square = squared(seed, at, output_shape.x);
        if (nearer(square, seed, least, best)) {
            best = seed;
            least = square;
        }
    }
    result = best;
}
