#version 430 core
// summed_area_rows: the running sums of a stretch of one row per invocation.
// For the lanes of a CPU; summed_area.comp is for a GPU.
//
// The first of two steps: each lane walks a row of its own, and nothing waits. Where the width is a multiple
// of four, an element of TYPE is four neighbours of the row (ALONG 1), which are summed among themselves.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#define ALONG 0
#endif

layout(local_size_x = 8) in;

uniform int width;                                    // elements of a row
uniform ivec2 columns;                                // of the stretch: the first, and the end
layout(std430, binding = 0) readonly buffer Source { TYPE source[]; };
layout(std430, binding = 1)          buffer Result { TYPE result[]; };

TYPE sum;                                             // of the row so far

TYPE next(TYPE pixel) {
#if ALONG
    pixel.x += sum.w;
    pixel.y += pixel.x;
    pixel.z += pixel.y;
    pixel.w += pixel.z;
    sum = pixel;
#else
    sum += pixel;
#endif
    return sum;
}

void main() {
    int row = element();
    if (row >= element_count) return;                 // here element_count counts rows
    int at = row * width + columns.x, end = row * width + columns.y;
    sum = columns.x > 0 ? result[at - 1] : TYPE(0);
    for (; at + 4 <= end; at += 4) {                  // four per turn: llvmpipe counts the turns, to 65,535
        result[at] = next(source[at]);
        result[at + 1] = next(source[at + 1]);
        result[at + 2] = next(source[at + 2]);
        result[at + 3] = next(source[at + 3]);
    }
    for (; at < end; at++) result[at] = next(source[at]);
}
