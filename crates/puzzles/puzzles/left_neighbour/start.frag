#version 330 core
// left_neighbour: one element of the result.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = here(source).r;
}
