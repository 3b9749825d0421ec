#version 430 core
// The group waits, but barrier() alone orders shared memory, not what was written to a buffer.
// run: buffer Stage=zero:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    stage[lane] = lane * 3u;
    barrier();
    result[lane] = stage[63u - lane];
}
