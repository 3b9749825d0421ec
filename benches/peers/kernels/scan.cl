// scan: inclusive prefix sums, twice.

// The textbook's: blocks of 256 in local memory, the scan of their totals, then `add`.
kernel void blocks(global const float* source, global float* result, global float* totals, int count) {
    local float block[256];
    int lane = get_local_id(0), i = get_global_id(0);
    float sum = i < count ? source[i] : 0.0f;
    for (int stride = 1; stride < 256; stride *= 2) {
        block[lane] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);                 // every lane has written
        if (lane >= stride) sum += block[lane - stride];
        barrier(CLK_LOCAL_MEM_FENCE);                 // every lane has read
    }
    if (i < count) result[i] = sum;
    if (lane == 255) totals[get_group_id(0)] = sum;
}

kernel void add(global const float* before, global float* result, int count) {
    int group = get_group_id(0), i = get_global_id(0);
    if (group > 0 && i < count) result[i] += before[group - 1];
}

// Gristmill's for the lanes of a CPU, scan_chunk_totals.comp and scan_chunks.comp: a chunk for each lane.
kernel void chunk_totals(global const float4* source, global float* totals, int fours, int chunk) {
    int own = get_global_id(0), at = own * chunk, end = min(at + chunk, fours);
    float4 sums = 0.0f;
    for (; at < end; at++) sums += source[at];
    totals[own] = (sums.x + sums.y) + (sums.z + sums.w);
}

kernel void chunks(
    global const float4* source, global float4* result, global const float* totals, int fours, int chunk
) {
    int own = get_global_id(0), at = own * chunk, end = min(at + chunk, fours);
    float sum = own > 0 ? totals[own - 1] : 0.0f;
    for (; at < end; at++) {
        float4 four = source[at];
        four.x += sum;
        four.y += four.x;
        four.z += four.y;
        four.w += four.z;
        sum = four.w;
        result[at] = four;
    }
}
