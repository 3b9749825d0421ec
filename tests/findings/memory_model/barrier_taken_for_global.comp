#version 430 core
// A scan in one dispatch: memoryBarrierBuffer() and barrier() are taken to wait for the other groups too.
// run: groups 4
// run: buffer Values=random:128
// run: buffer Sums=zero:4
layout(local_size_x = 32) in;
layout(std430) buffer Values { uint values[]; };
layout(std430) coherent buffer Sums { uint sums[]; };
shared uint total;

void main() {
    uint i = gl_GlobalInvocationID.x, lane = gl_LocalInvocationID.x, value = values[i];
    if (lane == 0u) total = 0u;
    barrier();
    atomicAdd(total, value);
    barrier();
    if (lane == 0u) sums[gl_WorkGroupID.x] = total;
    memoryBarrierBuffer();
    barrier();
    for (uint group = 0u; group < gl_WorkGroupID.x; group++) value += sums[group];
    values[i] = value;
}
