#version 430 core
// Right: plain increments, but each lane has eight bins of its own; they are added up after a barrier.
// run: buffer Source=random:128
// run: buffer Result=zero:8
layout(local_size_x = 16) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint bins[8][16];

void main() {
    uint lane = gl_LocalInvocationID.x;
    for (uint k = 0u; k < 8u; k++) bins[k][lane] = 0u;
    for (uint i = lane; i < 128u; i += 16u) bins[source[i] & 7u][lane]++;
    barrier();
    if (lane < 8u) {
        uint sum = 0u;
        for (uint k = 0u; k < 16u; k++) sum += bins[lane][k];
        result[lane] = sum;
    }
}
