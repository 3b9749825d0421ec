#version 330 core
// photon_map: the light that falls on one point, from the nearest photons of a map that is sorted by cells.
//
// Cells in a row along x follow each other, and so do their photons: a sphere is a few stretches of the
// sorted stream.
#include "stream.glsl"
#include "photon_nearest.glsl"

uniform sampler2D points;            // in the fourth channel the surface that the point is on; 0 is no point
uniform usampler2D starts;           // of each cell the first photon; and behind the last cell, where they end
uniform sampler2D position;
uniform sampler2D power;

layout(location = 0) out vec4 result;

int start_of(int cell) { return int(fetch(starts, cell).r); }
vec4 place_of(int photon) { return fetch(position, photon); }
vec3 power_of(int photon) { return fetch(power, photon).rgb; }
#include "photon_rows.glsl"

void main() {
    vec4 point = here(points);
    bool exists = element() < element_count && point.w > 0.0;
    result = exists ? irradiance(point) : vec4(0.0);
}
