#version 330 core
// photon_map_routed: the light that falls on one point, from the nearest photons of cells that hold a few
// each.
//
// A cell's slots hold indices of photons. Where more came than there are slots, those that stayed carry the
// power of all.
#include "stream.glsl"
#include "photon_nearest.glsl"

#ifndef SIDE
#define SIDE 2
#endif

uniform sampler2D points;            // in the fourth channel the surface that the point is on; 0 is no point
uniform usampler2D lists;            // of each cell SIDE x SIDE slots, those in use first
uniform sampler2D counts;            // photons that came to each cell
uniform sampler2D position;
uniform sampler2D power;

layout(location = 0) out vec4 result;

Held visit(vec4 point, float square) {
    Held held = Held(0, vec3(0.0), 0.0);
    int columns = textureSize(lists, 0).x / SIDE;
    float reach = sqrt(square) + 1e-5;
    ivec3 low = cell_of(point.xyz - reach), high = cell_of(point.xyz + reach), cell;
    for (cell.z = low.z; cell.z <= high.z; ++cell.z)
    for (cell.y = low.y; cell.y <= high.y; ++cell.y)
    for (cell.x = low.x; cell.x <= high.x; ++cell.x) {
        int number = (cell.z * side + cell.y) * side + cell.x;
        float came = fetch(counts, number).r;
        int stayed = min(int(came), SIDE * SIDE);
        ivec2 corner = place(number, columns) * SIDE;
        if (tires(1 + stayed)) stayed = 0;
        for (int slot = 0; slot < stayed; ++slot) {
            int photon = int(fetch(lists, corner + ivec2(slot % SIDE, slot / SIDE)).r);
            if (!holds(held, point, square, fetch(position, photon))) continue;
            held.landed += fetch(power, photon).rgb * came / float(stayed);
        }
    }
    return held;
}

void main() {
    vec4 point = here(points);
    bool exists = element() < element_count && point.w > 0.0;
    result = exists ? irradiance(point) : vec4(0.0);
}
