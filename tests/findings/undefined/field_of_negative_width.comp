#version 430 core
// The width of a field is a difference that can be negative.
// run: buffer Source=[8,4,-1,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = bitfieldExtract(0x12345678, 4, source[lane]);
}
