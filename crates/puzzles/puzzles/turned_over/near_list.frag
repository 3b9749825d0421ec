#version 330 core
// turned_over: one element of the matrix turned over.
// refused: wrong
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = fetch(source, element()).r;
}
