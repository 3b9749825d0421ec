#version 430 core
// sums_by_one_lane: the same sums, one number after another: slow, and easy to read.
layout(local_size_x = 1) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

uniform uint n;

void main() {
    uint sum = 0u;
    for (uint i = 0u; i < n; ++i) {
        sum = (i % 256u == 0u ? 0u : sum) + source[i];
        result[i] = sum;
    }
}
