#version 450 core
// A broadcast whose id differs from lane to lane.
// run: buffer Source=index:32
// run: buffer Result=zero:32
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationIndex;
    result[lane] = subgroupBroadcast(source[lane] + 1u, lane / 8u);
}
