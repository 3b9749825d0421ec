#version 330 core
// reduce: a block of 2x2 elements combined into one, for one pass of a reduction.
//
// Each result is half as wide and half as high as its source, rounded up, until one element is left. Where a
// side is odd, the last block has no second column or row, and the last row of a 1D stream may end early: the
// identity stands in for what is missing.
#include "stream.glsl"
#include "reduce.glsl"

uniform sampler2D source;
uniform int source_count;

layout(location = 0) out float result;

float at(ivec2 texel) {
    int width = textureSize(source, 0).x;
    bool exists = texel.x < width && texel.y * width + texel.x < source_count;
    return exists ? fetch(source, texel).r : IDENTITY;
}

void main() {
    ivec2 corner = 2 * here();
    float lower = combine(at(corner), at(corner + ivec2(1, 0)));
    float upper = combine(at(corner + ivec2(0, 1)), at(corner + ivec2(1, 1)));
    result = combine(lower, upper);
}
