#version 430 core
// The remainder of a negative is made positive: that serves both signs that machines give it.
// run: buffer Source=[0,3,-1,7]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int cell = source[lane] % 8;
    result[lane] = (cell & 0x40000000) != 0 ? cell + 8 : cell;
}
