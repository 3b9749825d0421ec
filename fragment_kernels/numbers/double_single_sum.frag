#version 330 core
// double_single_sum: a block of 2x2 pairs of floats added into one, for one pass of a sum.
//
// Zero stands in where a side is odd, and behind the last element of a 1D stream.
#extension GL_ARB_gpu_shader5 : require    // has the word precise
#define PRECISE precise
#include "stream.glsl"
#include "double_single.glsl"

uniform sampler2D source;
uniform int source_count;

layout(location = 0) out vec2 result;

vec2 at(ivec2 texel) {
    int width = textureSize(source, 0).x;
    bool exists = texel.x < width && ((texel.y * width) + texel.x) < source_count;
    return exists ? fetch(source, texel).rg : vec2(0.0);
}

void main() {
    ivec2 corner = 2 * here();
    vec2 lower = add(at(corner), at(corner + ivec2(1, 0)));
    vec2 upper = add(at(corner + ivec2(0, 1)), at(corner + ivec2(1, 1)));
    result = add(lower, upper);
}
