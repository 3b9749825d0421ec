#version 430 core
// A shift to the left by less than nothing is no shift to the right.
// run: buffer Source=[2,1,-1,0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 5 << source[lane];
}
