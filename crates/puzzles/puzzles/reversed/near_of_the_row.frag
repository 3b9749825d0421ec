#version 330 core
// reversed: one element of the list read backwards.
// refused: bounds
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = fetch(source, textureSize(source, 0).x - 1 - element()).r;
}
