#version 430 core
// Right: the least int, the largest float below 2^31, and fractions of both signs.
// run: buffer Source=[-2147483648.0,2147483520.0,-2.9,2.9]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = int(source[lane]);
}
