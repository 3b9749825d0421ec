#version 430 core
// Every lane reads the word, then one lane uses it for the next task with no barrier between.
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };
shared int word;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) word = source[0];
    barrier();
    int first = word;
    if (lane == 7u) word = source[7];
    barrier();
    result[lane] = first + word;
}
