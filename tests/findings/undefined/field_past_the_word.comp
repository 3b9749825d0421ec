#version 430 core
// The last of the fields of seven bits does not end within the word.
// run: buffer Source=[0,7,21,28]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = bitfieldExtract(0xdeadbeefu, source[lane], 7);
}
