#version 430 core
// The memory barrier comes after the barrier: a lane may read before the writer has come to its own.
// run: buffer Stage=zero:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    stage[lane] = lane << 2;
    barrier();
    memoryBarrierBuffer();
    result[lane] = stage[63u - lane];
}
