#version 430 core
// Every lane clears the shared total instead of one: the same zero, 64 times.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint total;

void main() {
    total = 0u;
    barrier();
    atomicAdd(total, source[gl_LocalInvocationID.x]);
    barrier();
    if (gl_LocalInvocationID.x == 0u) result[0] = total;
}
