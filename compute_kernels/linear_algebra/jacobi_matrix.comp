#version 430 core
// jacobi_matrix: one sweep for the system of a sparse matrix, one unknown: b without the other unknowns'
// part, over the diagonal.
//
// The loop of spmv.comp, which sets the entry on the diagonal aside. A row goes through it alone, however
// long it is.
#include "stream.glsl"

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly  buffer Offsets  { uint offsets[]; };
layout(std430, binding = 1) readonly  buffer Pointers { uint pointers[]; };
layout(std430, binding = 2) readonly  buffer Values   { float values[]; };
layout(std430, binding = 3) readonly  buffer B        { float b[]; };
layout(std430, binding = 4) readonly  buffer X        { float x[]; };
layout(std430, binding = 5) writeonly buffer Result   { float result[]; };

void main() {
    int row = element();
    if (row >= element_count) return;
    float rest = b[row];
    float diagonal = 1.0;
    int entry = int(offsets[row]);
    int end = int(offsets[row + 1]);
    for (; entry < end; entry++) {
        int column = int(pointers[entry]);
        float value = values[entry];
        if (column == row) diagonal = value;
        else rest -= value * x[column];
    }
    result[row] = rest / diagonal;
}
