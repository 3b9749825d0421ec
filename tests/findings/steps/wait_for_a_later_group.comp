#version 430 core
// The first group waits for a flag of the last group, which waits for the first to make room by a second flag.
// run: groups 2
// run: steps 100000
// run: buffer Flags=zero:2
layout(local_size_x = 1) in;
layout(std430) coherent buffer Flags { uint ready; uint room; };

bool waits(uint group) { return group == 0u ? atomicAdd(ready, 0u) == 0u : atomicAdd(room, 0u) == 0u; }

void main() {
    uint group = gl_WorkGroupID.x;
    for (uint tries = 0u; waits(group); tries++) {}
    if (group == 0u) atomicExchange(room, 1u); else atomicExchange(ready, 1u);
}
