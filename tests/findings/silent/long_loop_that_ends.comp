#version 430 core
// Right: twenty thousand rounds are many and end.
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint value = gl_LocalInvocationID.x;
    for (uint k = 0u; k < 20000u; k++) value = value * 1664525u + 1013904223u;
    result[gl_LocalInvocationID.x] = value;
}
