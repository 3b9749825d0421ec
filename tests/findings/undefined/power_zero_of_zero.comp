#version 430 core
// A polynomial by pow: its constant term at 0 is pow(0, 0).
// run: buffer Source=[1.0,0.0,2.0,0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 7.0 * pow(source[lane], 0.0);
}
