#version 430 core
// A walk along a linked list whose links form a ring, with no end to arrive at.
// run: steps 100000
// run: buffer Links=[1,2,3,4,2,5]
// run: buffer Result=zero:6
layout(local_size_x = 6) in;
layout(std430) readonly buffer Links { uint next[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, length = 0u;
    for (uint node = lane; node != 5u; node = next[node]) {
        length++;
    }
    result[lane] = length;
}
