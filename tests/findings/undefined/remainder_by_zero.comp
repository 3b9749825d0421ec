#version 430 core
// A place in a ring whose size is zero.
// run: buffer Source=[5,0,3,2]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 17u % source[lane];
}
