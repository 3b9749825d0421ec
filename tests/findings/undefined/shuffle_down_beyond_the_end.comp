#version 450 core
// A reduction by shuffles whose last lanes read from behind the subgroup, and whose every lane keeps the sum.
// run: buffer Source=one:32
// run: buffer Result=zero:32
#extension GL_KHR_shader_subgroup_shuffle_relative : require
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint sum = source[gl_LocalInvocationIndex];
    for (uint step = 16u; step > 0u; step /= 2u) {
        sum += subgroupShuffleDown(sum, step);
    }
    result[gl_LocalInvocationIndex] = sum;
}
