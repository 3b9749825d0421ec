#version 330 core
// reverse: each block of 64 elements backwards; every fragment fetches the element that belongs in its place.
#include "stream.glsl"

uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    int first = i - (i & 63);
    int last = min(first + 64, element_count) - 1;
    result = fetch(source, first + last - i).r;
}
