#version 330 core
// histogram_search: the count of one bin: how far apart its two ends lie among the sorted pairs.
#include "stream.glsl"
#include "pairs.glsl"

uniform usampler2D pairs;            // bins and indices
uniform int pairs_count;             // the library sets it

layout(location = 0) out uint result;

void main() {
    uint bin = uint(element());
    result = uint(pairs_below(pairs, pairs_count, bin + 1u) - pairs_below(pairs, pairs_count, bin));
}
