#version 430 core
// A list whose places are given by a counter: no race, but which value comes where depends on who comes first.
// run: groups 8
// run: schedules 16
// run: buffer Count=[0]
// run: buffer List=zero:256
layout(local_size_x = 32) in;
layout(std430) buffer Count { uint count; };
layout(std430) writeonly buffer List { uint list[]; };

void main() {
    list[atomicAdd(count, 1u)] = gl_GlobalInvocationID.x;
}
