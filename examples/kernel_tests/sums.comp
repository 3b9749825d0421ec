#version 430 core
// sums: in each block of 256 numbers, the sum of all numbers up to each.
layout(local_size_x = 256) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

uniform uint n;

shared uint block[2][256];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint lane = gl_LocalInvocationID.x;
    uint row = 0u;
    block[row][lane] = i < n ? source[i] : 0u;
    for (uint stride = 1u; stride < 256u; stride *= 2u) {
        barrier(); // the row is complete, and nobody reads the other one any more
        uint sum = block[row][lane];
        if (lane >= stride) sum += block[row][lane - stride];
        row = 1u - row;
        block[row][lane] = sum;
    }
    if (i < n) result[i] = block[row][lane];
}
