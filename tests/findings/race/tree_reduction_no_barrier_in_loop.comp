#version 430 core
// A tree reduction whose rounds have no barrier between them: a round reads what the last one may not have written yet.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) buffer Result { float result[]; };
shared float block[64];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    barrier();
    for (uint rest = 32u; rest > 0u; rest /= 2u) {
        if (lane < rest) block[lane] += block[lane + rest];
    }
    if (lane == 0u) result[0] = block[0];
}
