#version 430 core
// photon_map_lists: the light that falls on one point, from the nearest photons of cells that are linked
// lists.
//
// How long a list is nobody knows beforehand, so each step along it is counted, and a crowd is given up.
#include "stream.glsl"
#include "photon_nearest.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Points   { vec4 points[]; };   // in the fourth channel the surface; 0 is no point
layout(std430, binding = 1) readonly  buffer Heads    { uint heads[]; };    // of each cell a photon's index plus one; 0 is none
layout(std430, binding = 2) readonly  buffer Next     { uint next[]; };
layout(std430, binding = 3) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 4) readonly  buffer Power    { vec4 power[]; };
layout(std430, binding = 5) writeonly buffer Result   { vec4 result[]; };

Held visit(vec4 point, float square) {
    Held held = Held(0, vec3(0.0), 0.0);
    float reach = sqrt(square) + 1e-5;
    ivec3 low = cell_of(point.xyz - reach), high = cell_of(point.xyz + reach), cell;
    for (cell.z = low.z; cell.z <= high.z; ++cell.z)
    for (cell.y = low.y; cell.y <= high.y; ++cell.y)
    for (cell.x = low.x; cell.x <= high.x; ++cell.x) {
        uint photon = heads[(cell.z * side + cell.y) * side + cell.x];
        bool gives_up = tires(1);
        while (photon != 0u && !gives_up) {
            if (holds(held, point, square, position[photon - 1u])) held.landed += power[photon - 1u].rgb;
            photon = next[photon - 1u];
            gives_up = tires(1);
        }
    }
    return held;
}

void main() {
    int e = element();
    if (e >= element_count) return;
    vec4 point = points[e];
    result[e] = point.w > 0.0 ? irradiance(point) : vec4(0.0);
}
