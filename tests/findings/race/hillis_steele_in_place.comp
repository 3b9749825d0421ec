#version 430 core
// A Hillis-Steele scan in one array: a lane reads its neighbour while that neighbour replaces its own value.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) buffer Result { float result[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    for (uint step = 1u; step < 64u; step *= 2u) {
        barrier();
        if (lane >= step) block[lane] += block[lane - step];
    }
    result[lane] = block[lane];
}
