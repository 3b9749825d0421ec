#version 330 core
// matmul_unpack: one element out of the channels of a packed matrix.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    ivec2 at = here();
    result = fetch(source, ivec2(at.x / 4, at.y))[at.x % 4];
}
