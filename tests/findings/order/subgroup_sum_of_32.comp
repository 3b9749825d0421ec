#version 450 core
// A sum by subgroups that takes them to be of 32 invocations: another result where they are not.
// run: schedules 12
// run: buffer Source=index:128
// run: buffer Result=zero:1
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 128) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint partial[4];

void main() {
    uint sum = subgroupAdd(source[gl_LocalInvocationIndex]);
    if (gl_LocalInvocationIndex % 32u == 0u) partial[gl_LocalInvocationIndex / 32u] = sum;
    barrier();
    if (gl_LocalInvocationIndex == 0u) result[0] = partial[0] + partial[1] + partial[2] + partial[3];
}
