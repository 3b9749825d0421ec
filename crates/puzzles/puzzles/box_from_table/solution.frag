#version 330 core
// box_from_table: the sum of a box of 3 x 3 from a summed-area table.
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
    float strips = at(ivec2(low.x - 1, high.y)) + at(ivec2(high.x, low.y - 1));
    result = at(high) - strips + at(low - 1);
}
