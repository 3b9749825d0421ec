#version 430 core
// The total is added up with atomics but read plainly before all lanes have added theirs.
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint total;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) total = 0u;
    barrier();
    atomicAdd(total, source[lane]);
    result[lane] = total;
}
