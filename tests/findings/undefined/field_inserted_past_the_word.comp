#version 430 core
// Eight bits are inserted from bit 28 on.
// run: buffer Source=[0,8,28,16]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = bitfieldInsert(0u, 0xffu, source[lane], 8);
}
