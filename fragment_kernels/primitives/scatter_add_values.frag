#version 330 core
// scatter_add_values: one element of the source, in the order of the sorted places.
#include "stream.glsl"

uniform usampler2D indices;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = fetch(source, int(here(indices).r)).r;
}
