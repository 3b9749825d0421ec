#version 330 core
// gather_coordinates: the element of a table at the texel that a pointer names, one element of the result.
//
// The pointers of 2005 were texture coordinates: whoever wrote them had done the address translation, so no
// reader divides. They name places in one texture, not elements: a table that is laid out anew needs new
// pointers. Null is negative.
#include "stream.glsl"

uniform sampler2D pointers;
uniform sampler2D table;

layout(location = 0) out float result;

void main() {
    ivec2 texel = ivec2(here(pointers).rg);
    bool inside = all(greaterThanEqual(texel, ivec2(0))) && all(lessThan(texel, textureSize(table, 0)));
    result = 0.0;
    if (inside) result = fetch(table, texel).r;
}
