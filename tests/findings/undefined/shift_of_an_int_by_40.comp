#version 430 core
// The shift of a scale that is too small: 40 bits to the right.
// run: buffer Source=[8,40,1,31]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = -1000000 >> source[lane];
}
