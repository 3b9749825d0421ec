#version 330 core
// photon_map: the light that falls on one point, from the nearest photons of a map that is sorted by cells.
//
// Cells in a row along x follow each other, and so do their photons: a sphere is a few stretches of the sorted stream.
#include "stream.glsl"
#include "photon_nearest.glsl"

uniform sampler2D points;            // in the fourth lane the surface that the point is on; 0 is no point
uniform usampler2D starts;           // of each cell the first photon; and behind the last cell, where they end
uniform sampler2D position;
uniform sampler2D power;

layout(location = 0) out vec4 result;

void visit(vec4 point, float square) {
    inside = 0;
    landed = vec3(0.0);
    farthest = 0.0;
    float reach = sqrt(square) + 1e-5;
    ivec3 low = cell_of(point.xyz - reach), high = cell_of(point.xyz + reach);
    for (int z = low.z; z <= high.z; ++z) {
        for (int y = low.y; y <= high.y; ++y) {
            int row = (z * side + y) * side;
            int photon = int(fetch(starts, row + low.x).r);
            int end = int(fetch(starts, row + high.x + 1).r);
            looks += end - photon;
            for (; photon < end; ++photon) {
                vec4 place = fetch(position, photon);
                vec3 away = place.xyz - point.xyz;
                float distance = dot(away, away);
                if (place.w != point.w || distance > square) continue;
                ++inside;
                landed += fetch(power, photon).rgb;
                farthest = max(farthest, distance);
            }
        }
    }
}

void main() {
    vec4 point = here(points);
    bool exists = element() < element_count && point.w > 0.0;
    result = exists ? irradiance(point) : vec4(0.0);
}
