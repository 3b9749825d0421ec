#version 430 core
// any_subgroup: the sum of a group of 64, by subgroups.
// refused: wrong
#extension GL_KHR_shader_subgroup_arithmetic : require
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int source_count;
layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

shared uint partial[64];

void main() {
    int i = element();
    uint of_subgroup = subgroupAdd(i < source_count ? source[i] : 0u);
    uint lane = gl_LocalInvocationID.x;
    if (lane % 32u == 0u) partial[lane / 32u] = of_subgroup;
    barrier();
    if (lane == 0u) result[group()] = partial[0] + partial[1];
}
