#version 430 core
// A loop without an end.
// run: steps 100000
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint value = gl_LocalInvocationID.x;
    while (true) {
        value = value * 1664525u + 1013904223u;
    }
    result[gl_LocalInvocationID.x] = value;
}
