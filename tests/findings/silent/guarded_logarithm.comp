#version 430 core
// Right: the logarithm of a negative number stands in the source, but the branch keeps it from being computed.
// run: watch non-finite
// run: buffer Source=[4.0,-2.5,0.0,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float value = source[lane];
    if (value > 0.0) result[lane] = log(value) / value;
    else result[lane] = -1000.0;
}
