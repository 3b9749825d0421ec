#version 430 core
// A sum that starts with whatever was in the register.
// run: buffer Source=random:64
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float sum;
    for (uint k = 0u; k < 8u; k++) sum += source[lane * 8u + k];
    result[lane] = sum;
}
