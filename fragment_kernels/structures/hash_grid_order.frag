#version 330 core
// hash_grid_order: the number of one of the sorted points, without its bucket.
#include "stream.glsl"

uniform usampler2D source;           // bucket and number

layout(location = 0) out uint result;

void main() {
    result = here(source).g;
}
