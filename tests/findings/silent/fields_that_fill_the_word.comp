#version 430 core
// Right: a field of all bits, one of none at the very end, and the same inserted.
// run: buffer Source=[0,8,16,32]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int width = source[lane];
    uint field = bitfieldExtract(0xdeadbeefu, 32 - width, width);
    result[lane] = bitfieldInsert(field, 0xffu, width, 32 - width);
}
