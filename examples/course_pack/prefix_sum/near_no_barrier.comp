#version 430 core
// prefix_sum: in each 64 numbers, the sum of all up to each.
// refused: race
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
uniform uint n;

shared uint sums[2][64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint lane = gl_LocalInvocationID.x;
    uint row = 0u;
    sums[row][lane] = i < n ? source[i] : 0u;
    for (uint apart = 1u; apart < 64u; apart *= 2u) {
        uint sum = sums[row][lane];
        if (lane >= apart) sum += sums[row][lane - apart];
        row = 1u - row;
        sums[row][lane] = sum;
    }
    if (i < n) result[i] = sums[row][lane];
}
