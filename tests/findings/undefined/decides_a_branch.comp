#version 430 core
// Which way is taken depends on 1 / 0.
// run: buffer Source=[4,0,3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int share = 100 / source[lane];
    if (share < 0) result[lane] = 1;
    else result[lane] = 2;
}
