#version 430 core
// The logarithm of zero is added up and the sum is not stored.
// run: buffer Source=[1.0,0.0,2.0,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float sum = source[lane] + log(source[lane]);
    result[lane] = source[lane];
    if (lane > 7u) result[lane] = sum;
}
