#version 430 core
// A shared counter that nobody set to zero: shared memory starts with anything.
// run: buffer Source=random:32
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count;

void main() {
    atomicAdd(count, source[gl_LocalInvocationID.x] & 1u);
    barrier();
    if (gl_LocalInvocationID.x == 0u) result[0] = count;
}
