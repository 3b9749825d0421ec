#version 430 core
// The last lane reads the counter without waiting for the others: warps of one lane happen to be in order.
// run: warp 1
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) count = 0u;
    barrier();
    atomicAdd(count, 1u);
    if (lane == 31u)
        result[0] = count;
}
