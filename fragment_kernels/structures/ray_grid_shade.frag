#version 330 core
// ray_grid_shade: the light of what one ray has met, and the ray that follows from there.
//
// The ray comes together from five streams and goes apart into five others, for a pass cannot write what it
// reads; with them goes the walk of the ray that follows, from the cell where it starts.
#include "stream.glsl"
#include "ray_grid.glsl"

uniform usampler2D cells;            // the first entry of each cell's list, or NOWHERE
uniform usampler2D triangles;        // three vertices, and the surface
uniform sampler2D vertices;
uniform sampler2D normals;
uniform ivec3 sides;                 // of the grid, in cells
uniform vec3 lamp;
uniform float power;                 // of the lamp
uniform int bounces;                 // mirrors in a row
uniform float unit;                  // the side of a cell
uniform sampler2D origin;            // and how many rays came before
uniform sampler2D direction;         // and the triangle that it starts on, or -1
uniform sampler2D pending;           // and the share of the pixel's light that the next looking ray brings
uniform sampler2D light;             // and the pixel's depth
uniform usampler2D seen;
uniform usampler2D walk;

layout(location = 0) out vec4 new_origin;
layout(location = 1) out vec4 new_direction;
layout(location = 2) out vec4 new_pending;
layout(location = 3) out vec4 new_light;
layout(location = 4) out uint new_seen;
layout(location = 5) out uvec4 new_walk;

uvec4 corners_of(uint triangle) { return fetch(triangles, int(triangle)); }
vec3 vertex(uint corner) { return fetch(vertices, int(corner)).xyz; }
vec3 normal(uint corner) { return fetch(normals, int(corner)).xyz; }
#include "ray_grid_shade.glsl"

void main() {
    vec4 start = here(origin), to = here(direction), waits = here(pending), so_far = here(light);
    uvec4 now = here(walk);
    uint from = to.w < 0.0 ? NOWHERE : uint(to.w);
    Ray ray = Ray(start.xyz, from, to.xyz, int(start.w), waits.rgb, waits.a, so_far.rgb, so_far.a, here(seen).r, now.z, reach_of(now));
    bool follows = shade(ray, lamp, power, bounces, unit);
    ivec3 cell = cell_at(ray.origin, sides);
    uint entry = fetch(cells, index_of(cell, sides)).r;
    new_origin = vec4(ray.origin, float(ray.number));
    new_direction = vec4(ray.direction, ray.from == NOWHERE ? -1.0 : float(ray.from));
    new_pending = vec4(ray.pending, ray.share);
    new_light = vec4(ray.light, ray.depth);
    new_seen = ray.seen;
    uint state = follows ? (entry == NOWHERE ? TRAVERSE : INTERSECT) : DONE;
    new_walk = walk_of(cell, state, entry, NOWHERE, looks(ray) ? FAR : 1.0);
}
