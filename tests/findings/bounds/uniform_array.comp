#version 430 core
// A filter of five weights is walked from 0 to 5.
// run: buffer Source=random:64
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
uniform float weights[5];
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float sum = 0.0;
    for (uint k = 0u; k <= 5u; k++) sum += weights[k] * source[i + k];
    result[i] = sum;
}
