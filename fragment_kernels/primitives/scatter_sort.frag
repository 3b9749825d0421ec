#version 330 core
// scatter_sort: one pass of a bitonic sort of pairs: by their places, and those of one place by their indices.
//
// The partner of pair i is i ^ mask. Of two partners the lesser goes to the left. Missing pairs behind the last one count as the
// greatest, so whoever has none for a partner stays where it is, and any number of pairs can be sorted.
#include "stream.glsl"

uniform int mask;
uniform usampler2D source;

layout(location = 0) out uvec2 result;

bool less(uvec2 a, uvec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); }

void main() {
    int i = element();
    int partner = i ^ mask;
    uvec2 mine = here(source).rg;
    result = mine;
    if (i < element_count && partner < element_count) {
        uvec2 theirs = fetch(source, partner).rg;
        if (less(theirs, mine) == (i < partner)) result = theirs;
    }
}
