// saxpy: alpha * x + y, twice.

// The textbook's: a number for each lane.
kernel void ones(global const float* x, global const float* y, global float* result, float alpha) {
    int i = get_global_id(0);
    result[i] = alpha * x[i] + y[i];
}

// Gristmill's, saxpy_packed.comp: four numbers for each lane.
kernel void fours(global const float4* x, global const float4* y, global float4* result, float alpha) {
    int i = get_global_id(0);
    result[i] = alpha * x[i] + y[i];
}
