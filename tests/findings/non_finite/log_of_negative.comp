#version 430 core
// The logarithm of a difference that is negative for one lane.
// run: watch non-finite
// run: buffer Source=[4.0,2.5,0.5,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float above = source[lane] - 1.0;
    result[lane] = log(above);
}
