#version 330 core
// told: square roots, and beside each what stood there, where it has none.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;
layout(location = 1) out vec2 told;       // 1 and the number, or two zeros

void main() {
    float number = here(source).r;
    told = (number < 0.0) ? vec2(1.0, number) : vec2(0.0);
    result = sqrt(max(number, 0.0));
}
