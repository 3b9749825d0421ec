#version 330 core
// ray_grid_intersect: one ray and the next triangle of its cell's list.
//
// Three reads that depend on each other: an entry points to a triangle, the triangle to its vertices.
#include "stream.glsl"
#include "ray_grid.glsl"
#include "ray_grid_triangle.glsl"

uniform usampler2D list;             // triangles; NOWHERE behind the last of a cell
uniform usampler2D triangles;        // three vertices, and the surface
uniform sampler2D vertices;
uniform vec3 lamp;
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D direction;         // and the triangle that it starts on, or -1
uniform usampler2D walk;

layout(location = 0) out uvec4 new_walk;

vec3 vertex(uint corner) { return fetch(vertices, int(corner)).xyz; }

void main() {
    vec4 start = here(origin), to = here(direction);
    bool looks = (int(start.w) & 1) == 0;
    vec3 way = looks ? to.xyz : lamp - start.xyz;
    uvec4 now = here(walk);
    uint triangle = fetch(list, int(now.y)).r;
    uvec4 corners = fetch(triangles, int(triangle));
    float reach = meeting(start.xyz, way, vertex(corners.x), vertex(corners.y), vertex(corners.z));
    bool nearer = reach < reach_of(now) && int(triangle) != int(to.w);
    uint entry = now.y + 1u;
    uint state = fetch(list, int(entry)).r == NOWHERE ? TRAVERSE : INTERSECT;
    new_walk = walk_of(cell_of(now), state, entry, nearer ? triangle : now.z, nearer ? reach : reach_of(now));
}
