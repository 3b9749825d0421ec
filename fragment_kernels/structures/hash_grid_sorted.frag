#version 330 core
// hash_grid_sorted: what belongs to one point, in the order of the buckets.
#include "stream.glsl"

uniform usampler2D order;            // which point it is
uniform sampler2D source;

layout(location = 0) out vec4 result;

void main() {
    result = fetch(source, int(here(order).r));
}
