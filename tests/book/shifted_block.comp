#version 430 core
// shifted_block: each of 64 invocations takes the number that its neighbour left in a buffer.
// run: buffer Stage=zero:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;

layout(std430) coherent buffer Stage { uint stage[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint me = gl_LocalInvocationID.x;
    stage[me] = me * me;
    groupMemoryBarrier();
    barrier();                                        // everyone has left its number, for the group to see
    result[me] = stage[(me + 1u) % 64u];
}
