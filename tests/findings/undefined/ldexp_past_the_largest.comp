#version 430 core
// A float put together of an exponent that is too large.
// run: buffer Source=[1,130,-3,127]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = ldexp(1.0, source[lane]);
}
