#version 430 core
// ray_grid_trace: one ray of the queue to the nearest triangle on its way.
//
// All lanes are on their way through the grid at the same time; whatever comes after is another kernel's, and
// its queue has no gaps.
#include "stream.glsl"
#include "ray_grid.glsl"

layout(local_size_x = 256) in;

uniform ivec3 sides;                 // of the grid, in cells
uniform vec3 lamp;

layout(std430, binding = 0) readonly buffer Cells      { uint cells[]; };       // the first entry of each cell's list, or NOWHERE
layout(std430, binding = 1) readonly buffer List       { uint list[]; };        // triangles; NOWHERE behind the last of a cell
layout(std430, binding = 2) readonly buffer Triangles  { uvec4 triangles[]; };  // three vertices, and the surface
layout(std430, binding = 3) readonly buffer Vertices   { vec4 vertices[]; };
layout(std430, binding = 4) readonly buffer Queue      { uint queue[]; };
layout(std430, binding = 5) readonly buffer QueueCount { uint queue_count[]; };
layout(std430, binding = 6)          buffer Rays       { Ray rays[]; };

uint first_of(int cell) { return cells[cell]; }
uint triangle_at(uint entry) { return list[entry]; }
uvec4 corners_of(uint triangle) { return triangles[triangle]; }
vec3 vertex(uint corner) { return vertices[corner].xyz; }
#include "ray_grid_trace.glsl"

void main() {
    uint k = uint(element());
    if (k >= queue_count[0]) return;
    uint i = queue[k];
    Ray ray = rays[i];
    trace(ray, lamp, sides);
    rays[i].triangle = ray.triangle;
    rays[i].reach = ray.reach;
}
