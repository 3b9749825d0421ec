#version 450 core
// Lanes of one subgroup hand words on, with a barrier of the subgroup between.
// run: groups 2
// run: buffer Result=zero:128
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint kept[64];

void main() {
    uint first = gl_SubgroupID * gl_SubgroupSize, lane = gl_SubgroupInvocationID;
    kept[first + lane] = lane;
    subgroupBarrier();
    uint other = kept[first + (lane ^ 1u)];
    subgroupBarrier();
    kept[first + lane] = other;
    subgroupBarrier();
    result[gl_GlobalInvocationID.x] = kept[first + (lane + 1u) % gl_SubgroupSize];
}
