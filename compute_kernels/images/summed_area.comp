#version 430 core
// summed_area: the prefix sum of one row per work group, in shared memory, stored as a column.
//
// Run twice: the columns that the first run stored are the rows of the second, and its columns are the
// table's rows again. Same doubling strides as summed_area.frag; barriers stand where its passes end. A row
// of any width is taken block by block.
#include "stream.glsl"

#ifndef TYPE
#define TYPE float
#endif

layout(local_size_x = 256) in;

uniform ivec4 source_shape;                           // columns and rows; the library sets it
layout(std430, binding = 0) readonly  buffer Source { TYPE source[]; };
layout(std430, binding = 1) writeonly buffer Result { TYPE result[]; };

shared TYPE block[gl_WorkGroupSize.x];

void main() {
    int width = source_shape.x, height = source_shape.y;
    int row = int(group());
    if (row >= height) return;                        // the whole group, so no barrier waits for it
    int lane = int(gl_LocalInvocationID.x), lanes = int(gl_WorkGroupSize.x);

    TYPE before = TYPE(0);                            // the sum of the blocks to the left
    for (int first = 0; first < width; first += lanes) {
        int x = first + lane;
        TYPE sum = x < width ? source[row * width + x] : TYPE(0);
        if (lane == 0) sum += before;
        for (int stride = 1; stride < lanes; stride *= 2) {
            block[lane] = sum;
            barrier();                                // every lane has written
            if (lane >= stride) sum += block[lane - stride];
            barrier();                                // every lane has read
        }
        if (x < width) result[x * height + row] = sum;
        block[lane] = sum;
        barrier();                                    // the last lane has written the sum of the row so far
        before = block[lanes - 1];
        barrier();                                    // every lane has read it
    }
}
