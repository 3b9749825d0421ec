#version 450 core
// A barrier of the subgroup, where words go from one subgroup to another.
// run: groups 2
// run: buffer Result=zero:128
#extension GL_KHR_shader_subgroup_basic : require
layout(local_size_x = 64) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint kept[64];

void main() {
    uint lane = gl_LocalInvocationIndex;
    kept[lane] = lane;
    subgroupBarrier();
    result[gl_GlobalInvocationID.x] = kept[lane ^ 32u];
}
