#version 430 core
// memoryBarrierShared() and barrier() do not cover the buffer through which the lanes exchange values.
// run: buffer Stage=zero:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    stage[lane] = ~lane;
    memoryBarrierShared();
    barrier();
    result[lane] = stage[lane ^ 32u];
}
