#version 430 core
// A loop that each lane runs as often as its number says, with a barrier inside.
// run: buffer Result=zero:16
layout(local_size_x = 16) in;
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, sum = 0u;
    for (uint i = 0u; i < lane; i++) {
        sum += i;
        barrier();
    }
    result[lane] = sum;
}
