#version 430 core
// dispatch_indirect_groups: the work groups that the next round needs, by the length of its list; and the
// count after it begins at 0.
//
// What glDispatchComputeIndirect reads is three words: groups along x, y and z. Along x there are 65,535 at
// most, so what is more comes in rows, as element() of stream.glsl counts them.
#include "stream.glsl"

layout(local_size_x = 8) in;

layout(std430, binding = 0) readonly  buffer ListCount   { uint list_count[]; };
layout(std430, binding = 1) writeonly buffer NextCount   { uint next_count[]; };
layout(std430, binding = 2) writeonly buffer Groups      { uint groups[]; };

void main() {
    if (element() > 0) return;
    uint wanted = (list_count[0] + 255u) / 256u;
    uint rows = (wanted + 65534u) / 65535u;
    groups[0] = rows > 0u ? (wanted + rows - 1u) / rows : 0u;
    groups[1] = rows;
    groups[2] = 1u;
    next_count[0] = 0u;
}
