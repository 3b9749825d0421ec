#version 330 core
// ray_grid: the light of one pixel: its ray on the way through the grid, and the rays that follow from what
// it meets.
//
// Shader Model 3: all of it in one pass, in loops whose length the data decides. Three levels of pointers: a
// cell points to a list, the list to triangles, a triangle to vertices.
#include "stream.glsl"
#include "ray_grid.glsl"

uniform usampler2D cells;            // the first entry of each cell's list, or NOWHERE
uniform usampler2D list;             // triangles; NOWHERE behind the last of a cell
uniform usampler2D triangles;        // three vertices, and the surface
uniform sampler2D vertices;
uniform sampler2D normals;

layout(location = 0) out vec4 light; // and how far away it is what the pixel shows
layout(location = 1) out uint seen;  // the triangle that it shows

uint first_of(int cell) { return fetch(cells, cell).r; }
uint triangle_at(uint entry) { return fetch(list, int(entry)).r; }
uvec4 corners_of(uint triangle) { return fetch(triangles, int(triangle)); }
vec3 vertex(uint corner) { return fetch(vertices, int(corner)).xyz; }
vec3 normal(uint corner) { return fetch(normals, int(corner)).xyz; }
#include "ray_grid_pixel.glsl"

void main() {
    Ray ray = all_rays(here());
    light = vec4(ray.light, ray.depth);
    seen = ray.seen;
}
