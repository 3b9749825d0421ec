#version 430 core
// Two groups wait for each other's flag before each raises its own.
// run: groups 2
// run: steps 100000
// run: buffer Flags=zero:2
layout(local_size_x = 1) in;
layout(std430) coherent buffer Flags { uint flags[]; };

void main() {
    uint group = gl_WorkGroupID.x;
    while (atomicAdd(flags[1u - group], 0u) == 0u) {}
    atomicExchange(flags[group], 1u);
}
