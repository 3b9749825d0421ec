#version 330 core
// jacobi_matrix: one sweep for the system of a sparse matrix, one unknown: b without the other unknowns'
// part, over the diagonal.
//
// The loop of spmv.frag, which sets the entry on the diagonal aside. A row goes through it alone, however
// long it is.
#include "stream.glsl"

uniform usampler2D offsets;          // where each row's entries begin, and one more: where the last row's end
uniform usampler2D pointers;         // the column of each entry
uniform sampler2D values;
uniform sampler2D b;
uniform sampler2D x;

layout(location = 0) out float result;

void main() {
    int row = element();
    result = 0.0;
    if (row >= element_count) return;
    float rest = here(b).r;
    float diagonal = 1.0;
    int entry = int(fetch(offsets, row).r);
    int end = int(fetch(offsets, row + 1).r);
    for (; entry < end; entry++) {
        int column = int(fetch(pointers, entry).r);
        float value = fetch(values, entry).r;
        if (column == row) diagonal = value;
        else rest -= value * fetch(x, column).r;
    }
    result = rest / diagonal;
}
