#version 430 core
// Lane 0 sets a value for the whole group and the others take it without waiting.
// run: buffer Source=random:32
// run: buffer Result=zero:32
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };
shared float scale;

void main() {
    uint lane = gl_LocalInvocationID.x;
    if (lane == 0u) scale = source[0] + 1.0;
    result[lane] = source[lane] * scale;
}
