#version 330 core
// reversed: one element of the list read backwards.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    result = fetch(source, max(element_count - 1 - element(), 0)).r;
}
