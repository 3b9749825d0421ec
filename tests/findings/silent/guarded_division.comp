#version 430 core
// Right: a mean over nothing is not divided, and a ternary computes only the side it takes.
// run: watch non-finite
// run: buffer Source=[0.0,0.0,6.0,3.0]
// run: buffer Result=zero:2
layout(local_size_x = 2) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float sum = source[lane * 2u], count = source[lane * 2u + 1u];
    result[lane] = count > 0.0 ? sum / count : 0.0;
}
