#version 430 core
// photon_map_place: one photon to its place in the sorted map: where its cell starts, and its rank further.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Places      { uvec2 places[]; };   // cell and rank
layout(std430, binding = 1) readonly  buffer Starts      { uint starts[]; };
layout(std430, binding = 2) readonly  buffer Position    { vec4 position[]; };
layout(std430, binding = 3) readonly  buffer Power       { vec4 power[]; };
layout(std430, binding = 4) writeonly buffer NewPosition { vec4 new_position[]; };
layout(std430, binding = 5) writeonly buffer NewPower    { vec4 new_power[]; };

void main() {
    int photon = element();
    if (photon >= element_count) return;
    uvec2 found = places[photon];
    if (found.x == NOWHERE) return;
    uint place = starts[found.x] + found.y;
    new_position[place] = position[photon];
    new_power[place] = power[photon];
}
