#version 430 core
// distance_field_columns: the nearest seed of each cell in its column, a column per invocation.
//
// Once down: the last seed above. Once up: that below, where it is nearer.
#include "stream.glsl"
#include "distance_field.glsl"

layout(local_size_x = 64) in;

uniform ivec4 seeds_shape;           // the library sets it

layout(std430, binding = 0) readonly buffer Seeds   { uint seeds[]; };
layout(std430, binding = 1)          buffer Nearest { uint nearest[]; };

void main() {
    int column = element();
    if (column >= element_count) return;
    int width = seeds_shape.x;
    uint seed = NOWHERE;
    for (int y = 0; y < seeds_shape.y; ++y) {
        int i = y * width + column;
        if (seeds[i] != 0u) seed = uint(i);
        nearest[i] = seed;
    }
    seed = NOWHERE;
    for (int y = seeds_shape.y - 1; y >= 0; --y) {
        int i = y * width + column;
        uint above = nearest[i];
        if (above == uint(i)) seed = above;
        ivec2 at = ivec2(column, y);
        if (squared(seed, at, width) < squared(above, at, width)) nearest[i] = seed;
    }
}
