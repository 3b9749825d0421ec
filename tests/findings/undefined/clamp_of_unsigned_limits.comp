#version 430 core
// The first of a range lies behind its last.
// run: buffer Source=[2,9,4,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = clamp(5u, source[lane], 6u);
}
