#version 430 core
// prefix_sum: in each 64 numbers, the sum of all up to each.
// refused: over
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
uniform uint n;

shared uint sums[2][64];

void main() {
    uint first = gl_WorkGroupID.x * 64u;
    if (gl_LocalInvocationID.x > 0u) return;
    uint sum = 0u;
    for (uint i = first; i < min(first + 64u, n); ++i) {
        sum += source[i];
        result[i] = sum;
    }
}
