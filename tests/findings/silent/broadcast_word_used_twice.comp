#version 430 core
// Right: the word changes its writer and its meaning, with a barrier before and after each change.
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };
shared int word;

void main() {
    uint lane = gl_LocalInvocationID.x;
    int sum = 0;
    for (uint writer = 0u; writer < 32u; writer += 7u) {
        if (lane == writer) word = source[writer];
        barrier();
        sum += word;
        barrier();
    }
    result[lane] = sum;
}
