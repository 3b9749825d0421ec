#version 430 core
// subgroups: the sum of a group's elements, first in each subgroup, then of their sums; subgroups may have any size.
// run: groups 4
// run: buffer Source=index:1024
// run: buffer Result=zero:4
#extension GL_KHR_shader_subgroup_arithmetic : require

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

shared uint partial[LANES];                           // one per subgroup, which may be a single lane

void main() {
    uint sum = subgroupAdd(source[gl_GlobalInvocationID.x]);
    if (subgroupElect()) partial[gl_SubgroupID] = sum;
    barrier();                                        // every subgroup's sum is there
    if (gl_SubgroupID == 0u) {
        uint rest = 0u;
        for (uint i = gl_SubgroupInvocationID; i < gl_NumSubgroups; i += gl_SubgroupSize) rest += partial[i];
        rest = subgroupAdd(rest);
        if (subgroupElect()) result[gl_WorkGroupID.x] = rest;
    }
}
