#version 430 core
// subgroups_rounds: the inclusive scan of a group's elements in shared memory, by rounds that double.

#ifndef LANES
#define LANES 256
#endif

layout(local_size_x = LANES) in;

layout(std430, binding = 0) readonly  buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly buffer Result { uint result[]; };

shared uint block[2][LANES];

void main() {
    uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.x;
    uint sum = source[i], from = 0u;
    block[0][lane] = sum;
    for (uint apart = 1u; apart < LANES; apart *= 2u) {
        barrier();                                    // every lane has written what this round reads
        if (lane >= apart) sum += block[from][lane - apart];
        from = 1u - from;
        block[from][lane] = sum;
    }
    result[i] = sum;
}
