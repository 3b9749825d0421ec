#version 330 core
// histogram_whole: the count of one bin as a whole number, from the float that could be blended.
#include "stream.glsl"

uniform sampler2D counts;

layout(location = 0) out uint result;

void main() {
    result = uint(here(counts).r);
}
