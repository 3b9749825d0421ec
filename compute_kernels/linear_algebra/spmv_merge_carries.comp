#version 430 core
// spmv_merge_carries: what lanes of spmv_merge carried over, added to the row it is of.
//
// The first lane that carries to a row adds up for all of them, in their order, so that the result is the
// same every time.
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int carries_count;
uniform int result_count;
layout(std430, binding = 0) readonly buffer CarryRows { uint carry_rows[]; };
layout(std430, binding = 1) readonly buffer Carries   { float carries[]; };
layout(std430, binding = 2)          buffer Result    { float result[]; };

void main() {
    int lane = element();
    if (lane >= carries_count) return;
    uint row = carry_rows[lane];
    if (row >= uint(result_count)) return;            // the path's end: nothing is left to carry
    if (lane > 0 && carry_rows[lane - 1] == row) return;
    float sum = 0.0;
    for (int at = lane; at < carries_count && carry_rows[at] == row; at++) sum += carries[at];
    result[row] += sum;
}
