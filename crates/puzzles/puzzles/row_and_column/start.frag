#version 330 core
// row_and_column: one element from three places to the right.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

float at(int i) {
    int width = textureSize(source, 0).x;
    return texelFetch(source, ivec2(i, 0), 0).r;
}

void main() {
    int i = element() + 3;
    result = i < element_count ? at(i) : 0.0;
}
