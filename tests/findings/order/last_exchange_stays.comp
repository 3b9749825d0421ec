#version 430 core
// Every group exchanges its number into one word: the last to come stays.
// run: groups 16
// run: schedules 16
// run: buffer Winner=[0]
layout(local_size_x = 1) in;
layout(std430) buffer Winner { uint winner; };

void main() {
    atomicExchange(winner, gl_WorkGroupID.x + 1u);
}
