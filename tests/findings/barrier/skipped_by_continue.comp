#version 430 core
// Each round one half of the lanes skips the barrier by continue.
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, sum = 0u;
    for (uint round = 0u; round < 4u; round++) {
        sum += round * lane;
        if (((lane + round) & 1u) == 0u) continue;
        barrier();
    }
    result[lane] = sum;
}
