#version 430 core
// The share of each, where one asks for a share of nothing: an integer divided by zero.
// run: buffer Source=[4,0,3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 100 / source[lane];
}
