#version 430 core
// The number of rounds comes from a buffer and is not the same for all lanes of the group.
// run: buffer Rounds=[3,3,3,3,3,3,2,3]
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Rounds { uint rounds[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, value = lane;
    for (uint round = 0u; round < rounds[lane]; round++) {
        value = value * 5u + round;
        barrier();
    }
    result[lane] = value;
}
