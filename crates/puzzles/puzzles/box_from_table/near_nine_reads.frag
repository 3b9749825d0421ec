#version 330 core
// box_from_table: the sum of a box of 3 x 3 from a summed-area table.
// refused: over
#include "stream.glsl"

uniform sampler2D table;

layout(location = 0) out float result;

/// The table at a pixel; 0 left of the picture and below it.
float at(ivec2 p) {
    return p.x < 0 || p.y < 0 ? 0.0 : fetch(table, p).r;
}

void main() {
    ivec2 low = max(here() - 1, ivec2(0));
    ivec2 high = min(here() + 1, textureSize(table, 0) - 1);
    result = 0.0;
    for (int y = low.y; y <= high.y; y++) {
        for (int x = low.x; x <= high.x; x++) {
            float strips = at(ivec2(x - 1, y)) + at(ivec2(x, y - 1));
            result += at(ivec2(x, y)) - strips + at(ivec2(x, y) - 1);
        }
    }
}
