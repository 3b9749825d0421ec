#version 430 core
// page_table_count: one virtual page, counted if it is wanted.
#include "stream.glsl"
#include "page_table.glsl"
#include "page_counts.glsl"

layout(local_size_x = 256) in;

uniform int wants_count;             // the library sets it
layout(std430, binding = 0) readonly buffer Wants  { uint wants[]; };
layout(std430, binding = 1)          buffer Counts { uint counts[]; };

shared uint wanted;                  // by this group

void main() {
    int page = element();
    bool first = gl_LocalInvocationID.x == 0u;
    if (first) wanted = 0u;
    barrier();                                        // the group's count is 0
    if (page < wants_count && wants[page] >= WANTED) atomicAdd(wanted, 1u);
    barrier();                                        // every page of the group is counted
    if (first) atomicAdd(counts[WANT], wanted);
}
