// sum: the sum of all numbers, twice.

// The textbook's: each number in local memory, then a tree for each 256.
kernel void tree(global const float* source, global float* result, int count) {
    local float block[256];
    int lane = get_local_id(0), i = get_global_id(0);
    block[lane] = i < count ? source[i] : 0.0f;
    for (int rest = 128; rest > 0; rest /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);                 // every lane has written what this round reads
        if (lane < rest) block[lane] += block[lane + rest];
    }
    if (lane == 0) result[get_group_id(0)] = block[0];
}

// Gristmill's, reduce.comp: a share of the source's fours for each lane, then a tree for each eight.
kernel void shares(global const float4* source, global float* result, int fours, int share) {
    local float eight[8];
    int lane = get_local_id(0), at = get_global_id(0) * share, end = min(at + share, fours);
    float4 total = 0.0f;
    for (; at < end; at++) total += source[at];
    eight[lane] = (total.x + total.y) + (total.z + total.w);
    for (int rest = 4; rest > 0; rest /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);                 // every lane has written what this round reads
        if (lane < rest) eight[lane] += eight[lane + rest];
    }
    if (lane == 0) result[get_group_id(0)] = eight[0];
}
