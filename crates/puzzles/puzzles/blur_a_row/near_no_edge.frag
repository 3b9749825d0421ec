#version 330 core
// blur_a_row: three neighbours of a row added.
// refused: bounds
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    ivec2 p = here();
    result = fetch(source, p - ivec2(1, 0)).r + here(source).r + fetch(source, p + ivec2(1, 0)).r;
}
