#version 430 core
// A histogram in shared memory counted with a plain increment: two lanes with the same value lose a count.
// run: buffer Source=random:64
// run: buffer Result=zero:8
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Result { uint result[]; };
shared uint bins[8];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane < 8u) bins[lane] = 0u;
    barrier();
    bins[source[lane] & 7u] += 1u;
    barrier();
    if (lane < 8u) result[lane] = bins[lane];
}
