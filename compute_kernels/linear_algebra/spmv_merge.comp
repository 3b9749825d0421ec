#version 430 core
// spmv_merge: a share of a sparse matrix times a vector for each lane: as many steps as any other lane has,
// however long the rows are. On a CPU LANES is 8 and a share long; on a GPU LANES is 64 and a share short:
// the host sets both.
//
// The ends of the rows and the entries are merged into one path. A step goes past an entry and adds it, or
// past the end of a row and writes it. What a lane has of a row whose end lies in another lane's share is
// carried over; spmv_merge_carries adds it.
#include "stream.glsl"

#ifndef LANES
#define LANES 64
#endif

layout(local_size_x = LANES) in;

uniform int share;                                    // steps of a lane, at most
uniform int result_count;
uniform int values_count;
layout(std430, binding = 0) readonly  buffer Offsets   { uint offsets[]; };
layout(std430, binding = 1) readonly  buffer Pointers  { uint pointers[]; };
layout(std430, binding = 2) readonly  buffer Values    { float values[]; };
layout(std430, binding = 3) readonly  buffer X         { float x[]; };
layout(std430, binding = 4) writeonly buffer Result    { float result[]; };
layout(std430, binding = 5) writeonly buffer CarryRows { uint carry_rows[]; };
layout(std430, binding = 6) writeonly buffer Carries   { float carries[]; };

void main() {
    int lane = element();
    if (lane >= element_count) return;
    int steps = result_count + values_count;
    int start = lane * share;                         // before the end: there are no more lanes than shares

    // After `start` steps, how many rows are done: the first whose end does not come before the entries that
    // are left of the steps.
    int row = max(start - values_count, 0);
    int high = min(start, result_count);
    while (row < high) {
        int middle = (row + high) / 2;
        if (int(offsets[middle + 1]) < start - middle) row = middle + 1;
        else high = middle;
    }

    int entry = start - row;
    int end = int(offsets[row + 1]);
    float sum = 0.0;
    for (int left = min(share, steps - start); left > 0; left--) {
        if (entry < end) {
            sum += values[entry] * x[pointers[entry]];
            entry++;
        } else {
            result[row] = sum;
            sum = 0.0;
            row++;
            if (row < result_count) end = int(offsets[row + 1]);
        }
    }
    carry_rows[lane] = uint(row);
    carries[lane] = sum;
}
