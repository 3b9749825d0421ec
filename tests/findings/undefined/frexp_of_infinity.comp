#version 430 core
// An infinity has no exponent.
// run: buffer Source=[0x3f800000,0x7f800000,0x40000000,0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    int exponent;
    float mantissa = frexp(uintBitsToFloat(source[lane]), exponent);
    result[lane] = exponent;
}
