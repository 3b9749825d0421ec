#version 430 core
// ray_grid: the light of one pixel: its ray on the way through the grid, and the rays that follow from what
// it meets.
//
// Groups are squares: neighbouring rays go through the same cells.
#include "stream.glsl"
#include "ray_grid.glsl"

layout(local_size_x = 8, local_size_y = 8) in;

uniform ivec4 output_shape;          // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Cells     { uint cells[]; };       // the first entry of each cell's list, or NOWHERE
layout(std430, binding = 1) readonly  buffer List      { uint list[]; };        // triangles; NOWHERE behind the last of a cell
layout(std430, binding = 2) readonly  buffer Triangles { uvec4 triangles[]; };  // three vertices, and the surface
layout(std430, binding = 3) readonly  buffer Vertices  { vec4 vertices[]; };
layout(std430, binding = 4) readonly  buffer Normals   { vec4 normals[]; };
layout(std430, binding = 5) writeonly buffer Light     { vec4 light[]; };       // and how far away it is what the pixel shows
layout(std430, binding = 6) writeonly buffer Seen      { uint seen[]; };        // the triangle that it shows

uint first_of(int cell) { return cells[cell]; }
uint triangle_at(uint entry) { return list[entry]; }
uvec4 corners_of(uint triangle) { return triangles[triangle]; }
vec3 vertex(uint corner) { return vertices[corner].xyz; }
vec3 normal(uint corner) { return normals[corner].xyz; }
#include "ray_grid_pixel.glsl"

void main() {
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= output_shape.x || at.y >= output_shape.y) return;
    Ray ray = all_rays(at);
    int e = at.y * output_shape.x + at.x;
    light[e] = vec4(ray.light, ray.depth);
    seen[e] = ray.seen;
}
