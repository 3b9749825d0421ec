#version 430 core
// A lane has its ticket, and reads the counter besides while others may still draw theirs.
// run: warp 1
// run: buffer Tickets=[0]
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) coherent buffer Tickets { uint tickets; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint ticket = atomicAdd(tickets, 1u);
    if (lane == 31u)
        result[ticket] = tickets;
}
