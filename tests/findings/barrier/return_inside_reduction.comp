#version 430 core
// A reduction whose upper lanes return as soon as they have nothing more to add.
// run: buffer Source=random:32
// run: buffer Result=zero:1
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };
shared int block[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    block[lane] = source[lane];
    for (uint rest = 16u; rest > 0u; rest /= 2u) {
        barrier();
        if (lane >= rest) return;
        block[lane] += block[lane + rest];
    }
    if (lane == 0u) result[0] = block[0];
}
