#version 430 core
// Both components are swapped, and one of them has no value: the one that is used.
// run: buffer Source=random:8
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec2 given;
    given.x = source[lane];
    vec2 turned;
    turned.yx = given;
    result[lane] = turned.x;
}
