#version 430 core
// The memory barrier is for images, but the values go through a buffer.
// run: buffer Stage=zero:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    stage[lane] = lane + 5u;
    memoryBarrierImage();
    barrier();
    result[lane] = stage[(lane + 1u) & 63u];
}
