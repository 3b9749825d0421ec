#version 330 core
// reduce_odd: two neighbours added.
// refused: wrong
#include "stream.glsl"

uniform int source_count;
uniform sampler2D source;

layout(location = 0) out float result;

float at(int i) {
    return i < element_count ? fetch(source, i).r : 0.0;
}

void main() {
    int i = 2 * element();
    result = at(i) + at(i + 1);
}
