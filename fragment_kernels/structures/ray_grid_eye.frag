#version 330 core
// ray_grid_eye: the first ray of one pixel, at the wall of the grid.
//
// Four render targets were all that a card of 2002 was to have; the six here are OpenGL 3's.
#include "stream.glsl"
#include "ray_grid.glsl"

uniform usampler2D cells;            // the first entry of each cell's list, or NOWHERE
uniform ivec3 sides;                 // of the grid, in cells
uniform vec3 eye;
uniform vec3 corner;                 // the way from the eye to the first pixel,
uniform vec3 right;                  // from a pixel to the next,
uniform vec3 down;                   // and to the one below it

layout(location = 0) out vec4 new_origin;
layout(location = 1) out vec4 new_direction;
layout(location = 2) out vec4 new_pending;
layout(location = 3) out vec4 new_light;
layout(location = 4) out uint new_seen;
layout(location = 5) out uvec4 new_walk;

void main() {
    Ray ray = eye_ray(eye, corner + float(here().x) * right + float(here().y) * down);
    float first = entrance(ray.origin, inverse_of(ray.direction), sides);
    ivec3 cell = cell_at(ray.origin + ray.direction * (first < FAR ? first : 0.0), sides);
    uint entry = fetch(cells, index_of(cell, sides)).r;
    uint state = first < FAR ? (entry == NOWHERE ? TRAVERSE : INTERSECT) : SHADE;
    new_origin = vec4(ray.origin, float(ray.number));
    new_direction = vec4(ray.direction, -1.0);
    new_pending = vec4(ray.pending, ray.share);
    new_light = vec4(ray.light, ray.depth);
    new_seen = ray.seen;
    new_walk = walk_of(cell, state, entry, NOWHERE, FAR);
}
