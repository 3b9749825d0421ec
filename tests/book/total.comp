#version 450 core
// total: the sum of 128 numbers, by subgroups that are taken to have 32 invocations.
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Total { uint total; };
shared uint partial[4];

void main() {
    uint lane = gl_LocalInvocationIndex;
    uint sum = subgroupAdd(source[lane]);
    if (lane % 32u == 0u) partial[lane / 32u] = sum;
    barrier();
    if (lane == 0u) total = partial[0] + partial[1] + partial[2] + partial[3];
}
