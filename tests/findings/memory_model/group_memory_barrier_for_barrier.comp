#version 430 core
// groupMemoryBarrier() has the group in its name but no lane waits in it.
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) writeonly buffer Result { uint result[]; };
shared uint first;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) first = 42u;
    groupMemoryBarrier();
    result[lane] = first + lane;
}
