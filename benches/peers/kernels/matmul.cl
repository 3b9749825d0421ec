// matmul: the product of two square matrices, twice. `side` is a multiple of 64.

// The textbook's: tiles of 16 x 16 in local memory, a number of the result for each lane.
kernel void tiled(global const float* a, global const float* b, global float* result, int side) {
    local float a_tile[16][16], b_tile[16][16];
    int x = get_global_id(0), y = get_global_id(1), column = get_local_id(0), row = get_local_id(1);
    float sum = 0.0f;
    for (int start = 0; start < side; start += 16) {
        a_tile[row][column] = a[y * side + start + column];
        b_tile[row][column] = b[(start + row) * side + x];
        barrier(CLK_LOCAL_MEM_FENCE);                 // both tiles are complete
        for (int step = 0; step < 16; step++) sum += a_tile[row][step] * b_tile[step][column];
        barrier(CLK_LOCAL_MEM_FENCE);                 // every lane is done with both
    }
    result[y * side + x] = sum;
}

// Gristmill's for the lanes of a CPU, matmul_registers.comp: 8 x 8 numbers in the registers of each lane.
kernel void registers(global const float* a, global const float* b, global float* result, int side) {
    int row = 8 * get_group_id(0), column = 8 * (8 * get_group_id(1) + get_local_id(0));
    float8 sum[8];
    for (int y = 0; y < 8; y++) sum[y] = 0.0f;
    for (int step = 0; step < side; step += 4) {
        float8 b0 = vload8(0, b + step * side + column);
        float8 b1 = vload8(0, b + (step + 1) * side + column);
        float8 b2 = vload8(0, b + (step + 2) * side + column);
        float8 b3 = vload8(0, b + (step + 3) * side + column);
        for (int y = 0; y < 8; y++) {
            float4 factors = vload4(0, a + (row + y) * side + step);
            sum[y] += factors.x * b0 + factors.y * b1 + factors.z * b2 + factors.w * b3;
        }
    }
    for (int y = 0; y < 8; y++) vstore8(sum[y], 0, result + (row + y) * side + column);
}
