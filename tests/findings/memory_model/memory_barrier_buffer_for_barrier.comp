#version 430 core
// Neighbours exchange through a buffer with memoryBarrierBuffer() and no barrier().
// run: buffer Stage=zero:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    stage[lane] = lane * lane;
    memoryBarrierBuffer();
    result[lane] = stage[lane ^ 1u];
}
