#version 430 core
// Right: places come from an atomic, so each lane writes a place of its own; nobody asks which.
// run: buffer Source=random:64
// run: buffer Result=zero:1
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint count;
shared uint queue[64];

void main() {
    uint lane = gl_LocalInvocationID.x, sum = 0u;
    if (lane == 0u) count = 0u;
    barrier();
    if ((source[lane] & 1u) == 1u) queue[atomicAdd(count, 1u)] = source[lane];
    barrier();
    if (lane == 0u) {
        for (uint k = 0u; k < count; k++) sum += queue[k];
        result[0] = sum;
    }
}
