#version 430 core
// Right: sums, differences and products of integers keep their low 32 bits.
// run: buffer Source=[0x7fffffff,0x80000000,-1,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = source[lane] + source[lane] * source[lane] - (source[lane] - 0x7fffffff);
}
