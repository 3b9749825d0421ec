#version 430 core
// Each group keeps the number it drew, and the numbers are drawn in the order in which the groups happen to come.
// run: groups 16
// run: schedules 16
// run: buffer Tickets=[0]
// run: buffer Result=zero:16
layout(local_size_x = 1) in;
layout(std430) buffer Tickets { uint tickets; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    result[gl_WorkGroupID.x] = atomicAdd(tickets, 1u);
}
