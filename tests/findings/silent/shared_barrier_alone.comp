#version 430 core
// Right: for shared memory barrier() is enough; memoryBarrierShared() before it does no harm.
// run: buffer Values=random:64
layout(local_size_x = 64) in;
layout(std430) buffer Values { float values[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[lane];
    barrier();
    float other = block[lane ^ 32u];
    memoryBarrierShared();
    barrier();
    block[lane] = other + 1.0;
    memoryBarrierShared();
    barrier();
    values[lane] = block[lane ^ 1u];
}
