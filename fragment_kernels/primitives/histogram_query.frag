#version 330 core
// histogram_query: whether one element is in the bin; a fragment is kept only if it is, and the occlusion
// query counts those.
#include "stream.glsl"
#include "histogram.glsl"

uniform int bins;
uniform int bin;
uniform sampler2D source;

layout(location = 0) out float kept;  // the pass has to write something; nobody reads it

void main() {
    if (bin_of(here(source).r, bins) != uint(bin)) discard;
    kept = 1.0;
}
