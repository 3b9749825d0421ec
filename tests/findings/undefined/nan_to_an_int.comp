#version 430 core
// The index of a position that is no number.
// run: buffer Source=[0x3f800000,0x40000000,0x7fc00000,0x40400000]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = int(uintBitsToFloat(source[lane]));
}
