#version 430 core
// hash_grid_near: how many points are near one place, and the sum of their numbers.
#include "stream.glsl"
#include "hash_grid.glsl"

layout(local_size_x = 64) in;

uniform float reach;                 // the square of the radius
layout(std430, binding = 0) readonly  buffer Places   { vec4 places[]; };
layout(std430, binding = 1) readonly  buffer Position { vec4 position[]; };   // of the points, in the order of the buckets
layout(std430, binding = 2) readonly  buffer Order    { uint order[]; };      // and their numbers
layout(std430, binding = 3) readonly  buffer Starts   { uint starts[]; };     // where each bucket's points begin
layout(std430, binding = 4) writeonly buffer Result   { uvec2 result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    vec3 place = places[i].xyz;
    ivec3 cell = cell_of(place);
    uvec2 near = uvec2(0u);
    int crowd = 0;                                    // points in the cells around
    for (int row = 0; row < 9; row++) {
        ivec4 buckets = row_of(cell + ivec3(0, row % 3 - 1, row / 3 - 1));
        for (int part = 0; part < 4; part += 2) {
            int at = int(starts[buckets[part]]);
            int end = int(starts[buckets[part + 1]]);
            crowd += end - at;
            if (crowd > CROWD) end = at;
            for (; at < end; at++) {
                vec3 way = position[at].xyz - place;
                if (dot(way, way) <= reach) near += uvec2(1u, order[at]);
            }
        }
    }
    result[i] = crowd > CROWD ? uvec2(NOWHERE) : near;
}
