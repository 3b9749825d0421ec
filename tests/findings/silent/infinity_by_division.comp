#version 430 core
// Right: a number that is not zero by zero is an infinity, and greater than any limit.
// run: buffer Source=[4.0,0.0,2.0,1.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = min(1.0 / source[lane], 100.0);
}
