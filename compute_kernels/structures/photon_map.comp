#version 430 core
// photon_map: the light that falls on one point, from the nearest photons of a map that is sorted by cells.
//
// The search of photon_map.frag, in buffers.
#include "stream.glsl"
#include "photon_nearest.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Points   { vec4 points[]; };   // in the fourth channel the surface; 0 is no point
layout(std430, binding = 1) readonly  buffer Starts   { uint starts[]; };   // of each cell the first photon; and where the last one's end
layout(std430, binding = 2) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 3) readonly  buffer Power    { vec4 power[]; };
layout(std430, binding = 4) writeonly buffer Result   { vec4 result[]; };

int start_of(int cell) { return int(starts[cell]); }
vec4 place_of(int photon) { return position[photon]; }
vec3 power_of(int photon) { return power[photon].rgb; }
#include "photon_rows.glsl"

void main() {
    int e = element();
    if (e >= element_count) return;
    vec4 point = points[e];
    result[e] = point.w > 0.0 ? irradiance(point) : vec4(0.0);
}
