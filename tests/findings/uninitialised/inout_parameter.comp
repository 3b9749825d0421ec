#version 430 core
// A random generator is stepped by inout before it has a seed.
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { uint result[]; };

uint next_random(inout uint state) {
    state = state * 1664525u + 1013904223u;
    return state >> 16;
}

void main() {
    uint state;
    result[gl_LocalInvocationID.x] = next_random(state);
}
