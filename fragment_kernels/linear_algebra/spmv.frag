#version 330 core
// spmv: one row of a sparse matrix times a vector, one element of the result.
//
// Three pointer streams deep: a row points to its first entry and to the next row's, an entry points to its
// element of x. Fragments whose rows are of different lengths wait for each other.
#include "stream.glsl"

uniform usampler2D offsets;          // where each row's entries begin, and one more: where the last row's end
uniform usampler2D pointers;         // the column of each entry
uniform sampler2D values;
uniform sampler2D x;

layout(location = 0) out float result;

void main() {
    int row = element();
    float sum = 0.0;
    if (row < element_count) {
        int entry = int(fetch(offsets, row).r);
        int end = int(fetch(offsets, row + 1).r);
        for (; entry < end; entry++) sum += fetch(values, entry).r * fetch(x, int(fetch(pointers, entry).r)).r;
    }
    result = sum;
}
