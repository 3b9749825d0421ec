#version 330 core
// reduce_odd: two neighbours added.
// refused: wrong
#include "stream.glsl"

uniform int source_count;
uniform sampler2D source;

layout(location = 0) out float result;

float at(int i) {
    return fetch(source, min(i, source_count - 1)).r;
}

void main() {
    int i = 2 * element();
    result = at(i) + at(i + 1);
}
