#version 430 core
// level_set_dense: one cell of the volume after a step, near the surface or not.
//
// No table, and nothing to hand out: a neighbour is a sum away.
#include "stream.glsl"
#include "level_set_step.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Memory { float memory[]; };   // every cell of the volume
layout(std430, binding = 1) readonly  buffer Speeds { float speeds[]; };
layout(std430, binding = 2) writeonly buffer Result { float result[]; };

float value(int slice, ivec2 place) { return memory[place.x + extent.x * (place.y + extent.y * slice)]; }

void main() {
    int i = element();
    if (i >= element_count) return;
    int line = i / extent.x;
    ivec3 cell = ivec3(i - line * extent.x, line % extent.y, line / extent.y), last = extent - 1;
    ivec3 before = cell - ivec3(notEqual(cell, ivec3(0))), after = cell + ivec3(notEqual(cell, last));
    Star star;
    star.centre = value(cell.z, cell.xy);
    star.low = vec3(value(cell.z, ivec2(before.x, cell.y)), value(cell.z, ivec2(cell.x, before.y)), value(before.z, cell.xy));
    star.high = vec3(value(cell.z, ivec2(after.x, cell.y)), value(cell.z, ivec2(cell.x, after.y)), value(after.z, cell.xy));
    result[i] = moved(star, speeds[i]);
}
