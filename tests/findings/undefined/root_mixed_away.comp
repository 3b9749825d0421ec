#version 430 core
// The root of a negative is computed, and mix() by a truth leaves it out.
// run: buffer Source=[4.0,-1.0,9.0,1.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float value = source[lane];
    float root = sqrt(value);
    result[lane] = mix(root, 0.0, value < 0.0);
}
