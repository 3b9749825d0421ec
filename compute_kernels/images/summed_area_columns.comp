#version 430 core
// summed_area_columns: the running sums of a stretch of one column per invocation, in place.
// For the lanes of a CPU; summed_area.comp is for a GPU.
//
// The second of two steps: the rows are summed, so the sum of what lies above in the column is all that is
// missing. Neighbouring invocations go down neighbouring columns, so what a row of them reads lies side by
// side.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 8) in;

uniform int width;                                    // elements of a row
uniform ivec2 rows;                                   // of the stretch: the first, and the end
layout(std430, binding = 0) buffer Result { TYPE result[]; };

void main() {
    int x = element();
    if (x >= element_count) return;                   // here element_count counts columns
    int at = rows.x * width + x, end = rows.y * width + x;
    TYPE sum = rows.x > 0 ? result[at - width] : TYPE(0);
    for (; at + (3 * width) < end; at += 4 * width) {   // four per turn: llvmpipe counts the turns, to 65,535
        TYPE first = sum + result[at], second = first + result[at + width];
        TYPE third = second + result[at + 2 * width];
        sum = third + result[at + 3 * width];
        result[at] = first;
        result[at + width] = second;
        result[at + 2 * width] = third;
        result[at + 3 * width] = sum;
    }
    for (; at < end; at += width) {
        sum += result[at];
        result[at] = sum;
    }
}
