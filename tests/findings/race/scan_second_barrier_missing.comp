#version 430 core
// A scan over 32 elements whose sum is written back without waiting until every lane has read.
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) buffer Result { float result[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    float sum = source[lane];
    block[lane] = sum;
    barrier();
    for (uint stride = 1u; stride < 32u; stride <<= 1) {
        if (lane >= stride) sum += block[lane - stride];
        block[lane] = sum;
        barrier();
    }
    result[lane] = sum;
}
