#version 430 core
// There are 1000 elements and 1024 lanes, and no guard for the last 24.
// run: groups 16
// run: buffer Source=random:1000
// run: buffer Result=zero:1024
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    result[i] = 2.0 * source[i];
}
