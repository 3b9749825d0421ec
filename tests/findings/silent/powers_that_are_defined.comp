#version 430 core
// Right: zero to a power above zero, and powers below zero of what is above.
// run: buffer Source=[0.0,1.0,2.0,4.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = pow(source[lane], 2.0) + pow(source[lane] + 1.0, -2.0);
}
