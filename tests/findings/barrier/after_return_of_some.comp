#version 430 core
// The lanes beyond the end return before the barrier that the rest of the last group waits at.
// run: groups 2
// run: uniform count=50
// run: buffer Source=random:50
// run: buffer Result=zero:2
layout(local_size_x = 32) in;
uniform uint count;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint total;

void main() {
    if (gl_LocalInvocationID.x == 0u) total = 0u;
    barrier();
    if (gl_GlobalInvocationID.x >= count) return;
    atomicAdd(total, source[gl_GlobalInvocationID.x]);
    barrier();
    if (gl_LocalInvocationID.x == 0u) result[gl_WorkGroupID.x] = atomicAdd(total, 0u);
}
