#version 430 core
// The warps of one group append to a list in shared memory; the order of warps is free as well.
// run: schedules 16
// run: buffer Result=zero:256
layout(local_size_x = 256) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count;
shared uint list[256];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) count = 0u;
    barrier();
    list[atomicAdd(count, 1u)] = lane;
    barrier();
    result[lane] = list[lane];
}
