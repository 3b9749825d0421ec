#version 330 core
// scatter_pairs: the place of one element, and its index: a pair of the result. The last element comes first.
#include "stream.glsl"

uniform usampler2D places;

layout(location = 0) out uvec2 result;

void main() {
    int i = max(element_count - 1 - element(), 0);    // the padding repeats the first element
    result = uvec2(fetch(places, i).r, i);
}
