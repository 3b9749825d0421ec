#version 330 core
// blur_a_row: three neighbours of a row added.
// refused: bounds
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    ivec2 p = here();
    int last = textureSize(source, 0).y - 1;
    float left = fetch(source, ivec2(max(p.x - 1, 0), p.y)).r;
    float right = fetch(source, ivec2(min(p.x + 1, last), p.y)).r;
    result = left + here(source).r + right;
}
