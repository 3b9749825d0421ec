#version 430 core
// Right: the trip count comes from shared memory, but all lanes read the same word after a barrier.
// run: buffer Source=[3,9,1,2]
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint rounds;
shared uint block[16];

void main() {
    uint lane = gl_LocalInvocationID.x, value = lane;
    if (lane == 0u) rounds = source[0];
    barrier();
    for (uint round = 0u; round < rounds; round++) {
        block[lane] = value;
        barrier();
        value += block[(lane + 1u) & 15u];
        barrier();
    }
    result[lane] = value;
}
