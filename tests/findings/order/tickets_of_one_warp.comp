#version 430 core
// The lanes of one warp draw tickets: no race, but which lane has which is not said.
// run: schedules 4
// run: buffer Count=[0]
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) buffer Count { uint count; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    result[gl_LocalInvocationID.x] = atomicAdd(count, 1u);
}
