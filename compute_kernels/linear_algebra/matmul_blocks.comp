#version 430 core
// matmul_blocks: a block of 128 x 128 elements of a matrix product, 8 x 8 of them in the registers of each
// lane. For a GPU; its twin for the lanes of a CPU, without shared memory, is matmul_registers.comp.
//
// Eight steps of the sum of both matrices come to shared memory; there each number is read by sixteen lanes,
// and used eight times by each. A lane's rows are two fours, 64 apart, and so are its columns: neighbouring
// lanes then read neighbouring fours.
#include "stream.glsl"

const int BLOCK = 128, STEPS = 8;
layout(local_size_x = 256) in;        // 16 x 16 lanes

uniform int first;                    // the products of this dispatch: from `first`
uniform int last;                     // to before `last`
uniform ivec4 a_shape;                // columns and rows; the library sets them
uniform ivec4 b_shape;
layout(std430, binding = 0) readonly buffer A { float a[]; };
layout(std430, binding = 1) readonly buffer B { float b[]; };
layout(std430, binding = 2) buffer Result     { float result[]; };

shared vec4 a_block[STEPS * BLOCK / 4];               // by steps, four rows each
shared vec4 b_block[STEPS * BLOCK / 4];               // by steps, four columns each

void main() {
    int lane = int(gl_LocalInvocationID.x), columns = b_shape.x, rows = a_shape.y;
    ivec2 corner = BLOCK * place(int(group()), (columns + BLOCK - 1) / BLOCK);
    ivec2 inside = place(lane, 16);

    vec4 sum[16];                     // eight rows, two fours of columns each
    for (int i = 0; i < 16; ++i) sum[i] = vec4(0.0);
    for (int start = first; start < last; start += STEPS) {
        for (int turn = 0; turn < 4; ++turn) {
            int i = lane + (256 * turn);               // the element of the block that this lane brings
            ivec2 from = ivec2(start + (i % STEPS), corner.y + (i / STEPS));
            bool there = from.x < last && from.y < rows;
            a_block[((i % STEPS) * 32) + (i / STEPS / 4)][(i / STEPS) % 4] = there ? a[from.y * a_shape.x + from.x] : 0.0;
            from = ivec2(corner.x + (i % BLOCK), start + (i / BLOCK));
            there = from.x < columns && from.y < last;
            b_block[i / 4][i % 4] = there ? b[from.y * columns + from.x] : 0.0;
        }
        barrier();                    // both blocks are complete before any lane reads them
        for (int step = 0; step < STEPS; ++step) {
            vec4 left = b_block[(step * 32) + inside.x], right = b_block[(step * 32) + inside.x + 16];
            for (int part = 0; part < 2; ++part) {
                vec4 four = a_block[(step * 32) + inside.y + (16 * part)];
                for (int row = 0; row < 4; ++row) {
                    sum[(8 * part) + (2 * row)] += four[row] * left;
                    sum[(8 * part) + (2 * row) + 1] += four[row] * right;
                }
            }
        }
        barrier();                    // every lane is done with both blocks before the next ones overwrite them
    }

    for (int i = 0; i < 64; ++i) {
        int row = i / 8;              // of the lane's eight, and its column i % 8
        ivec2 to = corner + 4 * inside + ivec2((i % 4) + (64 * ((i / 4) % 2)), (row % 4) + (64 * (row / 4)));
        if (to.x < columns && to.y < rows) result[to.y * columns + to.x] += sum[i / 4][i % 4];
    }
}
