#version 430 core
// The loop that fills the array stops one element early.
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float powers[5];
    powers[0] = 1.0;
    for (int k = 1; k < 4; k++) powers[k] = powers[k - 1] * float(lane);
    result[lane] = powers[(lane & 1u) * 4u];
}
