#version 430 core
// A rotation by zero shifts by 32 as well: whatever that gives, the result is the same word or none of it.
// run: buffer Source=[4,0,8,31]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint bits = source[lane];
    result[lane] = (0xabcdu << bits) | (0xabcdu >> (32u - bits));
}
