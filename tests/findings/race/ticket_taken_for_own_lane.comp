#version 430 core
// Each lane writes where its ticket says and reads where its number says: right only if tickets come in the order of lanes.
// run: schedules 8
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count, list[32];

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) count = 0u;
    barrier();
    list[atomicAdd(count, 1u)] = source[lane];
    result[lane] = list[lane];
}
