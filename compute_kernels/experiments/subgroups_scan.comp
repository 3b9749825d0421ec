#version 430 core
// subgroups_scan: the inclusive scan of a group's elements: of each subgroup, and what the subgroups before it add.
// run: groups 4
// run: buffer Source=one:1024
// run: buffer Result=zero:1024
#extension GL_KHR_shader_subgroup_arithmetic : require

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

shared uint partial[LANES];                           // one per subgroup, which may be a single lane

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint value = source[i];
    uint sum = subgroupInclusiveAdd(value);
    uint total = subgroupAdd(value);
    if (subgroupElect()) partial[gl_SubgroupID] = total;
    barrier();                                        // every subgroup's total is there
    uint before = 0u;
    for (uint k = gl_SubgroupInvocationID; k < gl_SubgroupID; k += gl_SubgroupSize) before += partial[k];
    result[i] = subgroupAdd(before) + sum;
}
