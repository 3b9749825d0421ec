#version 430 core
// lower_bound: how many numbers of a sorted list are below a query.
// refused: wrong
#include "stream.glsl"

layout(local_size_x = 64) in;

uniform int table_count;
layout(std430, binding = 0) readonly  buffer Query  { uint query[]; };
layout(std430, binding = 1) readonly  buffer Table  { uint table[]; };
layout(std430, binding = 2) writeonly buffer Result { uint result[]; };

void main() {
    int i = element();
    if (i >= element_count) return;
    int low = 0;
    int high = table_count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (table[middle] <= query[i]) low = middle + 1; else high = middle;
    }
    result[i] = uint(low);
}
