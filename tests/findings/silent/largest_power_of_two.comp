#version 430 core
// Right: ldexp up to 127, and frexp of zero.
// run: buffer Source=[127,-126,0,3]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int exponent;
    float none = frexp(0.0, exponent);
    result[lane] = ldexp(1.0, source[lane]) + none;
}
