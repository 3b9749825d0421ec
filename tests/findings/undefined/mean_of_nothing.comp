#version 430 core
// The mean of no elements is 0.0 / 0.0, which need not be a NaN.
// run: buffer Source=[2.0,0.0,4.0,1.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = (3.0 * source[lane]) / source[lane];
}
