#version 330 core
// reduce_mipmap: one texel of a mipmap level, the mean of what it covers on the level below.
#include "stream.glsl"
#include "mipmap.glsl"

layout(location = 0) out vec4 result;

void main() {
    result = mean(here());
}
