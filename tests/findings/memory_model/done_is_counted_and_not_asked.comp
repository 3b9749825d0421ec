#version 430 core
// Every lane counts that it is done, and nobody asks the counter before the sum is read.
// run: warp 1
// run: buffer Source=random:32
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint sum, done;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) { sum = 0u; done = 0u; }
    barrier();
    atomicAdd(sum, source[lane]);
    memoryBarrierShared();
    atomicAdd(done, 1u);
    memoryBarrierShared();
    if (lane == 31u)
        result[0] = sum;
}
