#version 430 core
// Right: atomics before the barrier, plain reads of the same word after it.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint total;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) total = 0u;
    barrier();
    atomicAdd(total, source[lane]);
    barrier();
    result[lane] = total - source[lane];
}
