#version 430 core
// spmv: one row of a sparse matrix times a vector, one element of the result.
//
// The same loop as spmv.frag. Neighbouring lanes walk through rows of their own, so their loads are a row
// apart.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Offsets  { uint offsets[]; };
layout(std430, binding = 1) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 2) readonly  buffer Values   { float values[]; };
layout(std430, binding = 3) readonly  buffer X        { float x[]; };
layout(std430, binding = 4) writeonly buffer Result   { float result[]; };

void main() {
    int row = element();
    if (row >= element_count) return;
    float sum = 0.0;
    int entry = int(offsets[row]);
    int end = int(offsets[row + 1]);
    for (; entry < end; entry++) sum += values[entry] * x[pointers[entry]];
    result[row] = sum;
}
