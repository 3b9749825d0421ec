#version 430 core
// A scan that alternates between two halves of shared memory but never waits between the rounds.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float block[2][64];

void main() {
    uint lane = gl_LocalInvocationID.x, from = 0u;
    block[0][lane] = source[lane];
    barrier();
    for (uint step = 1u; step < 64u; step *= 2u) {
        block[1u - from][lane] = block[from][lane] + (lane >= step ? block[from][lane - step] : 0.0);
        from = 1u - from;
    }
    result[lane] = block[from][lane];
}
