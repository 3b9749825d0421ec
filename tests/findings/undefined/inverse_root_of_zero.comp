#version 430 core
// The strength of a pull at its own centre.
// run: buffer Source=[1.0,0.0,4.0,2.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = min(inversesqrt(source[lane]), 100.0);
}
