#version 430 core
// photon_map: the light that falls on one point, from the nearest photons of a map that is sorted by cells.
//
// The search of photon_map.frag, in buffers.
#include "stream.glsl"
#include "photon_nearest.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Points   { vec4 points[]; };   // in the fourth lane the surface; 0 is no point
layout(std430, binding = 1) readonly  buffer Starts   { uint starts[]; };   // of each cell the first photon; and where the last one's end
layout(std430, binding = 2) readonly  buffer Position { vec4 position[]; };
layout(std430, binding = 3) readonly  buffer Power    { vec4 power[]; };
layout(std430, binding = 4) writeonly buffer Result   { vec4 result[]; };

void visit(vec4 point, float square) {
    inside = 0;
    landed = vec3(0.0);
    farthest = 0.0;
    float reach = sqrt(square) + 1e-5;
    ivec3 low = cell_of(point.xyz - reach), high = cell_of(point.xyz + reach);
    for (int z = low.z; z <= high.z; ++z) {
        for (int y = low.y; y <= high.y; ++y) {
            int row = (z * side + y) * side;
            int photon = int(starts[row + low.x]);
            int end = int(starts[row + high.x + 1]);
            looks += end - photon;
            for (; photon < end; ++photon) {
                vec4 place = position[photon];
                vec3 away = place.xyz - point.xyz;
                float distance = dot(away, away);
                if (place.w != point.w || distance > square) continue;
                ++inside;
                landed += power[photon].rgb;
                farthest = max(farthest, distance);
            }
        }
    }
}

void main() {
    int e = element();
    if (e >= element_count) return;
    vec4 point = points[e];
    result[e] = point.w > 0.0 ? irradiance(point) : vec4(0.0);
}
