#version 330 core
// dependent_reads_block: the sum of twelve texels around a fragment's own: a row, a block or a column of them.
//
// Beyond the border the texture begins again.
#include "stream.glsl"

#ifndef COLUMNS
#define COLUMNS 4
#define ROWS 3
#endif

uniform ivec4 table_shape;       // columns and rows, powers of two; the library sets it
uniform usampler2D table;

layout(location = 0) out uint result;

void main() {
    uint sum = 0u;
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            ivec2 at = (here() + ivec2(column, row)) & (table_shape.xy - 1);
            sum += texelFetch(table, at, 0).r;
        }
    }
    result = sum;
}
