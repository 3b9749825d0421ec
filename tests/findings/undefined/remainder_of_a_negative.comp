#version 430 core
// The cell left of the first, wrapped around by % alone: -1 % 8 is not 7 everywhere.
// run: buffer Source=[0,3,-1,7]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = source[lane] % 8;
}
