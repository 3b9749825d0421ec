#version 430 core
// ray_grid_shade: the light of what one ray of the queue has met; the ray that follows takes its place, and
// is in the next queue.
//
// A group counts its rays that go on in shared memory, so that the length of the next queue is added to once
// per group: each ray's place is the group's first and its own number in the group.
#include "stream.glsl"
#include "ray_grid.glsl"

layout(local_size_x = 256) in;

uniform vec3 lamp;
uniform float power;                 // of the lamp
uniform int bounces;                 // mirrors in a row
uniform float unit;                  // the side of a cell

layout(std430, binding = 0) readonly  buffer Triangles  { uvec4 triangles[]; }; // three vertices, and the surface
layout(std430, binding = 1) readonly  buffer Vertices   { vec4 vertices[]; };
layout(std430, binding = 2) readonly  buffer Normals    { vec4 normals[]; };
layout(std430, binding = 3) readonly  buffer Queue      { uint queue[]; };
layout(std430, binding = 4) readonly  buffer QueueCount { uint queue_count[]; };
layout(std430, binding = 5)           buffer Rays       { Ray rays[]; };
layout(std430, binding = 6) writeonly buffer Next       { uint next[]; };
layout(std430, binding = 7)           buffer NextCount  { uint next_count[]; }; // 0 when it begins

shared uint group_count;
shared uint group_first;

uvec4 corners_of(uint triangle) { return triangles[triangle]; }
vec3 vertex(uint corner) { return vertices[corner].xyz; }
vec3 normal(uint corner) { return normals[corner].xyz; }
#include "ray_grid_shade.glsl"

void main() {
    uint k = uint(element());
    bool first = gl_LocalInvocationID.x == 0u;

    if (first) group_count = 0u;
    barrier();                                        // the group's count is 0
    bool follows = false;
    uint i = 0u;
    if (k < queue_count[0]) {
        i = queue[k];
        Ray ray = rays[i];
        follows = shade(ray, lamp, power, bounces, unit);
        rays[i] = ray;
    }
    uint place = follows ? atomicAdd(group_count, 1u) : 0u;
    barrier();                                        // every ray that another follows is counted
    if (first) group_first = atomicAdd(next_count[0], group_count);
    barrier();                                        // the group has its places in the next queue
    if (follows) next[group_first + place] = i;
}
