#version 430 core
// Each group puts its own sum into the same word of the result.
// run: groups 8
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) buffer Result { uint result[]; };
shared uint sum;

void main() {
    if (gl_LocalInvocationID.x == 0u) sum = 0u;
    barrier();
    atomicAdd(sum, gl_GlobalInvocationID.x);
    barrier();
    if (gl_LocalInvocationID.x == 0u) result[0] = sum;
}
