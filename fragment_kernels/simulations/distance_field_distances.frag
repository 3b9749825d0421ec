#version 330 core
// distance_field_distances: the distance of a cell to its nearest seed, in cells; infinite where there is
// none.
#include "stream.glsl"
#include "distance_field.glsl"

uniform ivec4 output_shape;          // the library sets it
uniform usampler2D nearest;

layout(location = 0) out float distances;

void main() {
    uint seed = here(nearest).r;
    float infinite = uintBitsToFloat(0x7f800000u);
    distances = seed == NOWHERE ? infinite : sqrt(float(squared(seed, here(), output_shape.x)));
}
