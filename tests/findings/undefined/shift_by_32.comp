#version 430 core
// A mask of n low bits, of all 32 bits too: 1u << 32 need not be 0.
// run: buffer Source=[4,31,32,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = (1u << source[lane]) - 1u;
}
