#version 430 core
// Right: groups write tiles of one buffer that touch but do not overlap, and the last one is cut.
// run: groups 4
// run: buffer Result=zero:250
layout(local_size_x = 64) in;
layout(std430) buffer Result { uint result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < result.length()) result[i] = i * i;
}
