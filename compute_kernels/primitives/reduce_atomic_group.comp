#version 430 core
// reduce_atomic_group: the elements of a work group combined into a shared cell, then that one into the one
// cell of all.
//
// The queue for the cell of all is as long as there are groups, not elements; the other queues stay inside a
// processor.
#include "stream.glsl"
#include "reduce.glsl"
#include "reduce_atomic.glsl"

layout(local_size_x = 256) in;

uniform int source_count;
layout(std430, binding = 0) readonly buffer Source { float source[]; };
layout(std430, binding = 1) buffer Cell { uint cell[]; };  // the host has put the identity's code there

shared uint group_cell;

void main() {
    int i = element();
    bool first = gl_LocalInvocationID.x == 0u;

    if (first) group_cell = encode(IDENTITY);
    barrier();                                        // the group's cell is set
    if (i < source_count) atomic_combine(group_cell, source[i]);
    barrier();                                        // every invocation of the group has combined
    if (first) atomic_combine(cell[0], decode(group_cell));
}
