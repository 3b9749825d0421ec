#version 330 core
// hash_grid_near: how many points are near one place, and the sum of their numbers.
#include "stream.glsl"
#include "hash_grid.glsl"

uniform float reach;                 // the square of the radius
uniform sampler2D places;
uniform sampler2D position;          // of the points, in the order of the buckets
uniform usampler2D order;            // and their numbers
uniform usampler2D starts;           // where each bucket's points begin

layout(location = 0) out uvec2 result;

void main() {
    vec3 place = fetch(places, element()).xyz;
    ivec3 cell = cell_of(place);
    uvec2 near = uvec2(0u);
    int crowd = 0;                                    // points in the cells around
    for (int row = 0; row < 9; row++) {
        ivec4 buckets = row_of(cell + ivec3(0, row % 3 - 1, row / 3 - 1));
        for (int part = 0; part < 4; part += 2) {
            int at = int(fetch(starts, buckets[part]).r);
            int end = int(fetch(starts, buckets[part + 1]).r);
            crowd += end - at;
            if (crowd > CROWD) end = at;
            for (; at < end; at++) {
                vec3 way = fetch(position, at).xyz - place;
                if (dot(way, way) <= reach) near += uvec2(1u, fetch(order, at).r);
            }
        }
    }
    result = crowd > CROWD ? uvec2(NOWHERE) : near;
}
