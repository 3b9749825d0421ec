#version 330 core
// follow: the element of the table that a pointer names, or 0 for the pointer to nowhere.
#include "stream.glsl"

uniform usampler2D pointers;
uniform sampler2D table;

layout(location = 0) out float result;

void main() {
    uint target = here(pointers).r;
    result = target == NOWHERE ? 0.0 : fetch(table, int(target)).r;
}
