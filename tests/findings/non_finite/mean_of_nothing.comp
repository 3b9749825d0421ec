#version 430 core
// The mean of the elements above a limit, where there are none: 0/0.
// run: watch non-finite
// run: uniform limit=100
// run: buffer Source=index:32
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
uniform float limit;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float sum = 0.0, count = 0.0;
    for (uint k = lane; k < 32u; k += 4u) {
        if (source[k] > limit) { sum += source[k]; count += 1.0; }
    }
    result[lane] = sum / count;
}
