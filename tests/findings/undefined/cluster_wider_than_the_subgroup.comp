#version 450 core
// Clusters of 16 in subgroups of 8.
// run: warp 8
// run: buffer Source=index:32
// run: buffer Result=zero:32
#extension GL_KHR_shader_subgroup_clustered : require
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    result[gl_LocalInvocationIndex] = subgroupClusteredAdd(source[gl_LocalInvocationIndex], 16u);
}
