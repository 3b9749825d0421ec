#version 450 core
// Reads from a neighbour that has left the branch.
// run: buffer Source=index:32
// run: buffer Result=zero:32
#extension GL_KHR_shader_subgroup_shuffle : require
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationIndex;
    if (lane % 3u != 0u) {
        result[lane] = subgroupShuffleXor(source[lane] + 7u, 1u);
    }
}
