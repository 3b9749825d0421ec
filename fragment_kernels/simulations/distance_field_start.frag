#version 330 core
// distance_field_start: a cell with a seed is nearest to itself; the others know of none.
#include "stream.glsl"

uniform usampler2D seeds;

layout(location = 0) out uint nearest;

void main() {
    nearest = here(seeds).r != 0u ? uint(element()) : NOWHERE;
}
