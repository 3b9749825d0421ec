#version 430 core
// Right: groups draw the piece of work they do by ticket; every piece is done once, by whomever.
// run: groups 16
// run: schedules 16
// run: buffer Tickets=[0]
// run: buffer Result=zero:256
layout(local_size_x = 16) in;
layout(std430) buffer Tickets { uint tickets; };
layout(std430) writeonly buffer Result { uint result[]; };
shared uint piece;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) piece = atomicAdd(tickets, 1u);
    barrier();
    uint i = piece * 16u + lane;
    result[i] = i * i;
}
