#version 330 core
// saxpy: alpha * x + y, one element of the result.
//
// The map of the stream model: both inputs are read at the place that is written.
#include "stream.glsl"

uniform float alpha;
uniform sampler2D x;
uniform sampler2D y;

layout(location = 0) out float result;

void main() {
    result = alpha * here(x).r + here(y).r;
}
