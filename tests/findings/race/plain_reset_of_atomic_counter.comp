#version 430 core
// Lane 0 clears the counter while other lanes may already be counting.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) count = 0u;
    atomicAdd(count, source[lane] & 1u);
    barrier();
    if (lane == 0u) result[0] = count;
}
