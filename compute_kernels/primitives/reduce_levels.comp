#version 430 core
// reduce_levels: two elements of one level combined into one of the level above.
//
// All levels lie in one array: the one with room for `width` elements at levels[width .. 2 width), so the
// last, of one element, at levels[1]. No dispatch reads what it writes, and the host's barrier between two
// dispatches makes the level below visible.
#include "stream.glsl"
#include "reduce.glsl"

layout(local_size_x = 256) in;

uniform int width;                                    // a power of two
// Elements that the level below really has, at most 2 width.
uniform int count;

layout(std430, binding = 0) buffer Levels { float levels[]; };
#ifdef FIRST
layout(std430, binding = 1) readonly buffer Source { float source[]; };
#define below(i) source[i]
#else
#define below(i) levels[2 * width + (i)]
#endif

void main() {
    int i = element();
    if (2 * i >= count) return;
    float pair = below(2 * i);
    if (2 * i + 1 < count) pair = combine(pair, below(2 * i + 1));
    levels[width + i] = pair;
}
