#version 330 core
// left_neighbour: one element of the result.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    result = i > 0 ? fetch(source, i - 1).r : 0.0;
}
