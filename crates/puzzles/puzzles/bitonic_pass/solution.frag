#version 330 core
// bitonic_pass: one pass of the bitonic sort.
#include "stream.glsl"

uniform int block;
uniform int apart;
uniform sampler2D source;

layout(location = 0) out float result;

void main() {
    int i = element();
    int partner = i ^ apart;
    float own = here(source).r;
    float other = fetch(source, partner).r;
    bool upward = (i & block) == 0;
    result = (i < partner) == upward ? min(own, other) : max(own, other);
}
