#version 430 core
// Right: lane 0 fills a table for everyone, in a loop, before the barrier.
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint squares[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) {
        for (uint k = 0u; k < 64u; k++) squares[k] = k * k;
    }
    barrier();
    result[lane] = squares[63u - lane];
}
