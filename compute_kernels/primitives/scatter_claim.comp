#version 430 core
// scatter_claim: one element lays claim to its place; the last element that does keeps it.
//
// The maximum of their numbers does not depend on who came first. Numbers start at 1, since a place begins
// with 0, which is nobody's.
#include "stream.glsl"

layout(local_size_x = 256) in;

uniform int places_count;            // the library sets it
uniform int owners_count;            // the library sets it
layout(std430, binding = 0) readonly buffer Places { uint places[]; };
layout(std430, binding = 1)          buffer Owners { uint owners[]; };

void main() {
    int i = element();
    if (i >= places_count) return;
    uint place = places[i];
    if (place < uint(owners_count)) atomicMax(owners[place], uint(i) + 1u);
}
