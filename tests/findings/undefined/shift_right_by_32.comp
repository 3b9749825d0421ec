#version 430 core
// The upper part of a key whose lower part has all 32 bits.
// run: buffer Source=[8,16,32,31]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 0xffffffffu >> source[lane];
}
