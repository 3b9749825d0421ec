#version 430 core
// Right: lanes with the same value meet in one bin, but they meet with atomics.
// run: groups 4
// run: buffer Source=random:256
// run: buffer Result=zero:8
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Result { uint result[]; };
shared uint bins[8];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane < 8u) bins[lane] = 0u;
    barrier();
    atomicAdd(bins[source[gl_GlobalInvocationID.x] & 7u], 1u);
    barrier();
    if (lane < 8u) atomicAdd(result[lane], bins[lane]);
}
