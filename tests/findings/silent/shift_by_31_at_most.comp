#version 430 core
// Right: a shift by 0 and one by 31 are defined, and 32 is treated apart.
// run: buffer Source=[0,31,32,7]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    uint bits = source[lane];
    if (bits < 32u) result[lane] = (1u << bits) - 1u;
    else result[lane] = 0xffffffffu;
}
