#version 430 core
// spmv_vector: rows of a sparse matrix times a vector, each by LANES neighbouring lanes.
// For a GPU; its twin for the lanes of a CPU is spmv_merge.comp.
//
// The lanes of a row take turns at its entries, so that they load neighbouring ones in one go; a tree adds up
// their sums.
#include "stream.glsl"

#ifndef LANES
#define LANES 32u                                     // lanes of a row, a power of two
#endif

layout(local_size_x = 256) in;

uniform int result_count;
layout(std430, binding = 0) readonly  buffer Offsets  { uint offsets[]; };
layout(std430, binding = 1) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 2) readonly  buffer Values   { float values[]; };
layout(std430, binding = 3) readonly  buffer X        { float x[]; };
layout(std430, binding = 4) writeonly buffer Result   { float result[]; };

shared float sums[256];

void main() {
    uint self = gl_LocalInvocationID.x;
    uint lane = self % LANES;
    int row = element() / int(LANES);
    float sum = 0.0;
    if (row < result_count) {
        uint end = offsets[row + 1];
        for (uint entry = offsets[row] + lane; entry < end; entry += LANES) sum += values[entry] * x[pointers[entry]];
    }
    sums[self] = sum;
    for (uint half_row = LANES / 2u; half_row > 0u; half_row /= 2u) {
        barrier();                                    // every lane has written the sum that this round reads
        if (lane < half_row) sums[self] += sums[self + half_row];
    }
    if (lane == 0u && row < result_count) result[row] = sums[self];
}
