#version 430 core
// Right: groups beyond the end return as a whole before any barrier; no lane of theirs is waited for.
// run: groups 4
// run: uniform groups_needed=2
// run: buffer Values=random:64
layout(local_size_x = 32) in;
uniform uint groups_needed;
layout(std430) buffer Values { float values[]; };
shared float block[32];

void main() {
    if (gl_WorkGroupID.x >= groups_needed) return;
    uint lane = gl_LocalInvocationID.x;
    block[lane] = values[gl_GlobalInvocationID.x];
    barrier();
    values[gl_GlobalInvocationID.x] = block[31u - lane];
}
