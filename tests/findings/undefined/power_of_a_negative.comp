#version 430 core
// A square by pow, of numbers of either sign.
// run: buffer Source=[1.0,3.0,-2.0,0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = pow(source[lane], 2.0);
}
