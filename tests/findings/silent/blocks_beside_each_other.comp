#version 430 core
// Right: every element of the arrays of a block is read, the last of each too.
// run: buffer Tables=index:16
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Tables { float sines[8]; float cosines[8]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = sines[7u - lane] + cosines[lane];
}
