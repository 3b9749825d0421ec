#version 430 core
// Which of two is chosen was never said.
// run: buffer Source=random:16
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    bool second;
    if (source[lane] > 2.0) second = true;
    float one = source[lane], other = source[lane + 8u];
    float chosen = second ? other : one;
    result[lane] = chosen;
}
