#version 330 core
// left_neighbour: one element of the result.
// refused: bounds
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    result = fetch(source, i - 1).r;
}
