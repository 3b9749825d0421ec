#version 430 core
// level_set: one cell of a page in use after a step.
//
// A work group is a page of the list, and there are as many groups as the device has counted.
#include "level_set_step.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer List   { uint list[]; };      // virtual pages in use
layout(std430, binding = 1) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 2) readonly  buffer Memory { float memory[]; };   // all pages
layout(std430, binding = 3) readonly  buffer Speeds { float speeds[]; };   // of every cell of the volume, outwards
layout(std430, binding = 4) writeonly buffer Result { float result[]; };

#include "level_set_pages.glsl"

float value(int page, ivec2 place) { return memory[page * CELLS + place.y * SIDE + place.x]; }

void main() {
    ivec4 own, beside;
    ivec2 above;
    pages_around(int(list[gl_WorkGroupID.x]), own, beside, above);
    int lane = int(gl_LocalInvocationID.x);
    ivec2 place = ivec2(lane % SIDE, lane / SIDE);
    Star star = star(own, beside, above, place);
    ivec3 cell = own.yzw + ivec3(place, 0);
    float next = star.centre;        // a page may reach beyond the volume: there nothing moves
    if (within(cell, extent)) next = moved(star, speeds[cell.x + extent.x * (cell.y + extent.y * cell.z)]);
    result[own.x * CELLS + lane] = next;
}
