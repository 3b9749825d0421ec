#version 430 core
// The undefined quotient of one lane is stored by another, out of shared memory.
// run: buffer Source=[4,0,3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };
shared int shares[4];

void main() {
    uint lane = gl_LocalInvocationID.x;
    shares[lane] = 100 / source[lane];
    barrier();
    result[lane] = shares[3u - lane];
}
