#version 430 core
// How often a loop turns depends on a remainder of a negative.
// run: buffer Source=[2,5,-3,9]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int turns = source[lane] % 4;
    int sum = 7;
    while (turns-- > 0) sum += 3;
    result[lane] = sum;
}
