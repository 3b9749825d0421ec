#version 430 core
// any_subgroup: the sum of a group of 64, by subgroups.
// refused: race
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
    if (subgroupElect()) partial[gl_SubgroupID] = of_subgroup;
    if (gl_LocalInvocationID.x == 0u) {
        uint sum = 0u;
        for (uint k = 0u; k < gl_NumSubgroups; k++) sum += partial[k];
        result[group()] = sum;
    }
}
