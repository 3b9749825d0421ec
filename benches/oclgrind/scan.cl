// The inclusive prefix sum of each block of 256 floats (Hillis and Steele, 1986), one work group a block. scan.comp is the same in GLSL.
kernel void scan(global const float *source, global float *result) {
    local float block[2][256];
    uint lane = get_local_id(0);
    uint i = get_global_id(0);

    float sum = source[i];
    uint side = 0;
    for (uint stride = 1; stride < 256; stride *= 2) {
        block[side][lane] = sum;
        barrier(CLK_LOCAL_MEM_FENCE); // every lane has written this side; the other is read no more
        if (lane >= stride) sum += block[side][lane - stride];
        side = 1 - side;
    }
    result[i] = sum;
}
