#version 430 core
// Right: the list in shared memory comes in any order; what leaves the group are ranks, which do not depend on it.
// run: schedules 16
// run: buffer Source=random:128
// run: buffer Result=zero:128
layout(local_size_x = 128) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count;
shared uint list[128];

void main() {
    uint lane = gl_LocalInvocationID.x, smaller = 0u;
    if (lane == 0u) count = 0u;
    barrier();
    list[atomicAdd(count, 1u)] = source[lane];
    barrier();
    for (uint k = 0u; k < count; k++) smaller += list[k] < source[lane] ? 1u : 0u;
    result[lane] = smaller;
}
