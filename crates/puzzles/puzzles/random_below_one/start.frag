#version 330 core
// random_below_one: a random float from 0 on and below 1.
#include "stream.glsl"

uniform usampler2D source;

layout(location = 0) out float result;

void main() {
    uint bits = here(source).r;
    result = float(bits) / 4294967295.0;
}
