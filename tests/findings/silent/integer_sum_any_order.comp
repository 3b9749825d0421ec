#version 430 core
// Right: integer addition gives the same sum in every order of the groups.
// run: groups 8
// run: schedules 16
// run: buffer Source=random:256
// run: buffer Total=[0]
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) buffer Total { uint total; };

void main() {
    atomicAdd(total, source[gl_GlobalInvocationID.x]);
}
