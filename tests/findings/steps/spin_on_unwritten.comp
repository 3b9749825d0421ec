#version 430 core
// Every lane waits for a word that nobody ever writes.
// run: steps 100000
// run: buffer Signal=[0]
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) volatile buffer Signal { uint signal; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    while (signal == 0u) {}
    result[gl_LocalInvocationID.x] = 1u;
}
