#version 330 core
// spmv_passes_mark: the length of one row into the depth buffer, and the result's element set to zero.
#include "stream.glsl"

uniform int longest;                 // entries of the longest row
uniform usampler2D offsets;

layout(location = 0) out float result;

void main() {
    uint entries = fetch(offsets, element() + 1).r - fetch(offsets, element()).r;
    gl_FragDepth = float(entries) / float(longest);
    result = 0.0;
}
