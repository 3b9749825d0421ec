#version 430 core
// Both branches have a barrier, but two barriers are not one: each waits for the whole group.
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane < 8u) barrier(); else barrier();
    result[lane] = lane;
}
