#version 330 core
// compact_ones: 1 for an element that is kept, 0 for any other.
//
// Their prefix sums number the kept elements.
#include "keeps.glsl"
#include "stream.glsl"

uniform SAMPLER source;

layout(location = 0) out uint result;

void main() {
    result = keeps(here(source).r) ? 1u : 0u;
}
