#version 330 core
// scatter_add_values: the element of one of the sorted pairs.
#include "stream.glsl"

uniform usampler2D pairs;            // places and indices
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = fetch(source, int(here(pairs).g)).r;
}
