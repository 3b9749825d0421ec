#version 430 core
// Right: findMSB and findLSB of 0 are -1 by definition.
// run: buffer Source=[0,1,0x80000000,5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = findMSB(source[lane]) + findLSB(source[lane]);
}
