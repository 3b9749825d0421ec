#version 430 core
// distance_field_distances: the distance of a cell to its nearest seed, in cells; infinite where there is
// none.
#include "stream.glsl"
#include "distance_field.glsl"

layout(local_size_x = 64) in;

uniform ivec4 output_shape;          // the library sets it

layout(std430, binding = 0) readonly  buffer Nearest   { uint nearest[]; };
layout(std430, binding = 1) writeonly buffer Distances { float distances[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int width = output_shape.x;
    ivec2 at = ivec2(i % width, i / width);
    float infinite = uintBitsToFloat(0x7f800000u);
    distances[i] = nearest[i] == NOWHERE ? infinite : sqrt(float(squared(nearest[i], at, width)));
}
