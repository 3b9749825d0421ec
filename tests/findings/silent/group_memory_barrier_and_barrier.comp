#version 430 core
// Right: groupMemoryBarrier() covers buffers for the lanes of the group, and barrier() waits.
// run: buffer Stage=zero:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    stage[lane] = lane ^ 21u;
    groupMemoryBarrier();
    barrier();
    result[lane] = stage[(lane + 33u) & 63u];
}
