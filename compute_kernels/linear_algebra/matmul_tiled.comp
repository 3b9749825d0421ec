#version 430 core
// matmul_tiled: a tile of 16 x 16 elements of a matrix product, added up tile by tile in shared memory.
//
// Each lane fetches one element of `a` and one of `b`, and sixteen lanes use it: a sixteenth of the reads of
// matmul.comp. The products from `first` to before `last` are added to what the result has so far.
#include "stream.glsl"

const int TILE = 16;
layout(local_size_x = 256) in;        // TILE * TILE

uniform int first;                    // the products of this dispatch: from `first`
uniform int last;                     // to before `last`
uniform ivec4 a_shape;                // columns and rows; the library sets them
uniform ivec4 b_shape;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer Result     { float result[]; };

shared float a_tile[TILE * TILE];
shared float b_tile[TILE * TILE];

void main() {
    int lane = int(gl_LocalInvocationID.x), columns = b_shape.x, rows = a_shape.y;
    ivec2 inside = place(lane, TILE);
    ivec2 at = TILE * place(int(group()), (columns + TILE - 1) / TILE) + inside;

    float sum = 0.0;
    for (int start = first; start < last; start += TILE) {
        ivec2 k = start + inside;     // the column of `a`, the row of `b`
        a_tile[lane] = at.y < rows && k.x < last ? a[at.y * a_shape.x + k.x] : 0.0;
        b_tile[lane] = k.y < last && at.x < columns ? b[k.y * columns + at.x] : 0.0;
        barrier();                    // both tiles are complete before any lane reads them
        for (int step = 0; step < TILE; ++step) sum += a_tile[inside.y * TILE + step] * b_tile[step * TILE + inside.x];
        barrier();                    // every lane is done with both tiles before the next ones overwrite them
    }
    if (at.x < columns && at.y < rows) result[at.y * columns + at.x] += sum;
}
