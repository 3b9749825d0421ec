#version 430 core
// photon_map_count: one photon counted in its cell; the count before it is its rank there.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int side;                                            // cells along a side of the grid
uniform int first;                                           // photons before this one are left out: light that came straight
layout(std430, binding = 0) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 1)           buffer Counts   { uint counts[]; };    // zeros at first; one more than there are cells
layout(std430, binding = 2) writeonly buffer Places   { uvec2 places[]; };   // cell and rank; a cell of NOWHERE is no photon

void main() {
    int photon = element();
    if (photon >= element_count) return;
    vec4 place = position[photon];
    ivec3 cell = min(ivec3(place.xyz * float(side)), ivec3(side - 1));
    bool lies = place.w > 0.0 && place.w < 7.0 && photon >= first;
    uvec2 found = uvec2(NOWHERE, 0u);
    if (lies) {
        found.x = uint((cell.z * side + cell.y) * side + cell.x);
        found.y = atomicAdd(counts[found.x], 1u);
    }
    places[photon] = found;
}
