#version 430 core
// page_table_fill: one cell of a page that has just been mapped: what it read before, from the blank page.
//
// As many groups as pages are new, which the device has counted.
#include "page_table.glsl"

layout(local_size_x = 64) in;        // a page per group

layout(std430, binding = 0) readonly buffer Fresh  { uvec2 fresh[]; };   // the page, and the blank page it was mapped to
layout(std430, binding = 1)          buffer Memory { float memory[]; };

void main() {
    uvec2 page = fresh[gl_WorkGroupID.x];
    uint cell = gl_LocalInvocationID.x;
    memory[page.x * uint(CELLS) + cell] = memory[page.y * uint(CELLS) + cell];
}
