#version 450 core
// A sum by subgroups that asks how large they are: right for every size.
// run: schedules 12
// run: buffer Source=index:128
// run: buffer Result=zero:1
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint partial[128];

void main() {
    uint sum = subgroupAdd(source[gl_LocalInvocationIndex]);
    if (subgroupElect()) partial[gl_SubgroupID] = sum;
    barrier();
    if (gl_LocalInvocationIndex == 0u) {
        uint total = 0u;
        for (uint at = 0u; at < gl_NumSubgroups; at++) total += partial[at];
        result[0] = total;
    }
}
