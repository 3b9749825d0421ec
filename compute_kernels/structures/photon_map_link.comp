#version 430 core
// photon_map_link: one photon put before the others of its cell: the head of the list becomes this one, and
// the old head its next.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int side;                                            // cells along a side of the grid
uniform int first;                                           // photons before this one are left out: light that came straight
layout(std430, binding = 0) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 1)           buffer Heads    { uint heads[]; };     // of each cell a photon's index plus one; 0 is none
layout(std430, binding = 2) writeonly buffer Next     { uint next[]; };

void main() {
    int photon = element();
    if (photon >= element_count) return;
    vec4 place = position[photon];
    ivec3 cell = min(ivec3(place.xyz * float(side)), ivec3(side - 1));
    bool lies = place.w > 0.0 && place.w < 7.0 && photon >= first;
    uint old = 0u;
    if (lies) old = atomicExchange(heads[(cell.z * side + cell.y) * side + cell.x], uint(photon) + 1u);
    next[photon] = old;
}
