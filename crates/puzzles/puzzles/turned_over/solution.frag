#version 330 core
// turned_over: one element of the matrix turned over.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = fetch(source, here().yx).r;
}
