#version 330 core
// blur_a_row: three neighbours of a row added.
// refused: wrong
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    ivec2 p = here();
    int last = textureSize(source, 0).y - 1;
    float below = fetch(source, ivec2(p.x, max(p.y - 1, 0))).r;
    float above = fetch(source, ivec2(p.x, min(p.y + 1, last))).r;
    result = below + here(source).r + above;
}
