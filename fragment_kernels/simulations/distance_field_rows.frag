#version 330 core
// distance_field_rows: the nearest seed of a cell, from the nearest of each column in its row.
//
// Columns are asked from the cell outwards, until they are farther away than a seed that is known.
#include "stream.glsl"
#include "distance_field.glsl"

uniform ivec4 output_shape;          // the library sets it
uniform usampler2D nearest;          // in the column

layout(location = 0) out uint result;

void main() {
    ivec2 at = here();
    uint best = here(nearest).r;
    int least = squared(best, at, output_shape.x);
    for (int away = 1; away < output_shape.x && away * away < least; ++away) {
        for (int side = -away; side <= away; side += 2 * away) {
            ivec2 other = at + ivec2(side, 0);
            if (other.x < 0 || other.x >= output_shape.x) continue;
            uint seed = fetch(nearest, other).r;
            int square = squared(seed, at, output_shape.x);
            if (square < least) {
                best = seed;
                least = square;
            }
        }
    }
    result = best;
}
