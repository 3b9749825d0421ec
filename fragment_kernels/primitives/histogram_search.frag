#version 330 core
// histogram_search: the count of one bin: how far apart its two ends lie where the bins of all elements are
// sorted.
#include "stream.glsl"
#include "sorted.glsl"

uniform usampler2D bins;             // sorted
uniform int bins_count;              // the library sets it

layout(location = 0) out uint result;

void main() {
    uint bin = uint(element());
    result = uint(below(bins, bins_count, bin + 1u) - below(bins, bins_count, bin));
}
