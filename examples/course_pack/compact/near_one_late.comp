#version 430 core
// compact: of each 64 numbers those from 512 on, side by side.
// refused: wrong
layout(local_size_x = 64) in;

layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Kept { uint kept[]; };
layout(std430) writeonly buffer Counts { uint counts[]; };
uniform uint n;

shared uint sums[2][64];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint lane = gl_LocalInvocationID.x;
    bool is_kept = i < n && source[i] >= 512u;
    uint row = 0u;
    sums[row][lane] = uint(is_kept);
    for (uint apart = 1u; apart < 64u; apart *= 2u) {
        barrier(); // the row is complete, and nobody reads the other one
        uint sum = sums[row][lane];
        if (lane >= apart) sum += sums[row][lane - apart];
        row = 1u - row;
        sums[row][lane] = sum;
    }
    uint count = sums[row][lane]; // of those kept up to here
    if (is_kept) kept[gl_WorkGroupID.x * 64u + count % 64u] = source[i];
    if (lane == 63u) counts[gl_WorkGroupID.x] = count;
}
