#version 430 core
// Right: whole groups go different ways, and within a group all lanes go the same.
// run: groups 4
// run: buffer Values=random:128
layout(local_size_x = 32) in;
layout(std430) buffer Values { float values[]; };
shared float block[32];

void main() {
    uint lane = gl_LocalInvocationID.x, i = gl_GlobalInvocationID.x;
    if ((gl_WorkGroupID.x & 1u) == 0u) {
        block[lane] = values[i];
        barrier();
        values[i] = block[lane ^ 16u];
    } else {
        values[i] *= 2.0;
    }
}
