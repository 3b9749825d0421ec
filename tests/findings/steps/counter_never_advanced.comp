#version 430 core
// A loop whose counter is advanced only in a branch that one lane never takes.
// run: steps 100000
// run: buffer Source=[1,2,0,4]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x, sum = 0u;
    for (uint i = 0u; i < 10u;) {
        sum += i;
        if (source[lane] > 0u) i += source[lane];
    }
    result[lane] = sum;
}
