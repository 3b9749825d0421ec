#version 430 core
// An index clamped to 0 .. n - 1, where n is zero.
// run: buffer Source=[4,1,0,3]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = clamp(7, 0, source[lane] - 1);
}
