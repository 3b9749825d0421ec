#version 430 core
// A cell belongs to the group that claims it first.
// run: groups 16
// run: schedules 16
// run: buffer Owners=zero:4
layout(local_size_x = 1) in;
layout(std430) buffer Owners { uint owners[]; };

void main() {
    atomicCompSwap(owners[gl_WorkGroupID.x & 3u], 0u, gl_WorkGroupID.x + 1u);
}
