#version 450 core
// The lowest bit of a ballot that nobody voted for.
// run: buffer Source=zero:32
// run: buffer Result=zero:32
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationIndex;
    result[lane] = subgroupBallotFindLSB(subgroupBallot(source[lane] > 0u));
}
