#version 330 core
// histogram_bins: the bin of one element of the source; NOWHERE for one that is not counted.
#include "stream.glsl"
#include "histogram.glsl"

uniform int bins;
uniform sampler2D source;

layout(location = 0) out uint result;

void main() {
    result = bin_of(fetch(source, min(element(), element_count - 1)).r, bins);
}
