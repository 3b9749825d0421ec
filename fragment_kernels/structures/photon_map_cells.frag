#version 330 core
// photon_map_cells: the cell of one photon, and its index; nowhere for one that is not of the map.
//
// A photon that was absorbed lies nowhere, and none stays on a mirror or on glass.
#include "stream.glsl"

uniform int side;                    // cells along a side of the grid
uniform int first;                   // photons before this one are left out: light that came straight
uniform sampler2D position;

layout(location = 0) out uint cells;
layout(location = 1) out uint indices;

void main() {
    int photon = element();
    vec4 place = here(position);
    ivec3 cell = min(ivec3(place.xyz * float(side)), ivec3(side - 1));
    bool lies = place.w > 0.0 && place.w < 7.0 && photon >= first;
    cells = lies ? uint((cell.z * side + cell.y) * side + cell.x) : NOWHERE;
    indices = uint(photon);
}
