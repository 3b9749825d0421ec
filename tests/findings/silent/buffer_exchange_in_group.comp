#version 430 core
// Right: a group exchanges through a coherent buffer, with memoryBarrierBuffer() and then barrier().
// run: groups 2
// run: buffer Stage=zero:128
// run: buffer Result=zero:128
layout(local_size_x = 64) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, start = gl_WorkGroupID.x * 64u;
    stage[start + lane] = lane * 3u;
    memoryBarrierBuffer();
    barrier();
    result[start + lane] = stage[start + 63u - lane];
}
