#version 330 core
// depth_of_field_words: the four bytes of one pixel as four words, whose sums are exact.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out uvec4 result;

void main() {
    result = uvec4(here(source) * 255.0 + 0.5);
}
