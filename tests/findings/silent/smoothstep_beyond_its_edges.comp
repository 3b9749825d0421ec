#version 430 core
// Right: the edges ascend, and beyond them smoothstep is 0 and 1.
// run: buffer Source=[-4.0,0.0,0.5,9.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 1.0 - smoothstep(0.0, 1.0, source[lane]);
}
