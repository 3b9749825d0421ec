#version 430 core
// The odd lanes add what they never set.
// run: buffer Total=[0]
layout(local_size_x = 8) in;
layout(std430) buffer Total { uint total; };

void main() {
    uint mine;
    if (gl_LocalInvocationID.x % 2u == 0u) mine = 1u;
    uint given = mine;
    atomicAdd(total, given);
}
