#version 430 core
// Right: in place, but all lanes have read before one writes, and all have written before one reads.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    float sum = source[lane];
    block[lane] = sum;
    barrier();
    for (uint step = 1u; step < 64u; step *= 2u) {
        if (lane >= step) sum += block[lane - step];
        barrier();
        block[lane] = sum;
        barrier();
    }
    result[lane] = sum;
}
