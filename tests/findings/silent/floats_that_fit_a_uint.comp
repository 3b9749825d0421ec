#version 430 core
// Right: zero of either sign, and the largest float below 2^32.
// run: buffer Source=[0.0,-0.0,4294967040.0,2.9]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = uint(source[lane]);
}
