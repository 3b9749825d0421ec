#version 330 core
// blur_a_row: three neighbours of a row added.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    float left = fetch(source, max(i - 1, 0)).r;
    float right = fetch(source, min(i + 1, element_count - 1)).r;
    result = left + here(source).r + right;
}
