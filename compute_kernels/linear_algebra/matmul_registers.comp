#version 430 core
// matmul_registers: 8 x 8 elements of a matrix product in the registers of each lane. For the lanes of a CPU:
// no shared memory, and no lane waits for another; its twin for a GPU is matmul_blocks.comp.
//
// Both matrices are packed by fours, `a` with zeros up to whole eights of rows, `b` up to whole eights of
// columns, and both up to whole fours of steps. Four steps of the sum are eight texels of `a` and eight of
// `b`, for 256 products.
//
// The trick is the product of a `mat4` and a `vec4`: the four columns of the `mat4`, each times one component
// of the `vec4`, added up. Column `step` holds four neighbours of row `step` of `b`, component `step` the
// element of `a` that meets them. So one product adds four steps to four sums, sixteen multiplications
// without an index.
#include "stream.glsl"

layout(local_size_x = 8) in;

uniform ivec2 corner;                 // the panel of the result: from this column and row
uniform ivec2 end;                    // to before these
uniform ivec4 result_shape;           // columns and rows of the whole result; the library sets them
layout(rgba32f, binding = 0) readonly uniform image2D a;
layout(rgba32f, binding = 1) readonly uniform image2D b;
layout(std430, binding = 0) buffer Result { float result[]; };

void main() {
    // Groups go down first: those that run one after another share the columns of `b`, which stay in the
    // cache.
    ivec2 at = place(int(group()), imageSize(a).y / 8).yx * ivec2(16, 8);
    at.x += 2 * int(gl_LocalInvocationID.x);          // two texels of columns, eight rows
    if (at.x >= imageSize(b).x) return;

    vec4 left[8], right[8];
    for (int row = 0; row < 8; ++row) left[row] = right[row] = vec4(0.0);
    int fours = imageSize(a).x;
    for (int four = 0; four < fours; ++four) {
        mat4 left_rows, right_rows;               // four rows of `b`, as columns: four elements of each, and the four to the right
        for (int step = 0; step < 4; ++step) {
            left_rows[step] = imageLoad(b, ivec2(at.x, (4 * four) + step));
            right_rows[step] = imageLoad(b, ivec2(at.x + 1, (4 * four) + step));
        }
        for (int row = 0; row < 8; ++row) {
            vec4 factors = imageLoad(a, ivec2(four, at.y + row));   // four steps of this row of `a`
            left[row] += left_rows * factors;
            right[row] += right_rows * factors;
        }
    }

    ivec2 to = corner + ivec2(4, 1) * at;
    for (int row = 0; row < 8; ++row) {
        for (int column = 0; column < 8; ++column) {
            float sum = column < 4 ? left[row][column] : right[row][column - 4];
            if (to.x + column < end.x && to.y + row < end.y) result[((to.y + row) * result_shape.x) + to.x + column] += sum;
        }
    }
}
