#version 330 core
// heat_in_a_rod: one step of the heat in a rod.
// refused: wrong
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

float at(int i) {
    return fetch(source, (i + element_count) % element_count).r;
}

void main() {
    int i = min(element(), element_count - 1);        // the padding repeats the last element
    result = 0.5 * at(i) + 0.25 * (at(i - 1) + at(i + 1));
}
