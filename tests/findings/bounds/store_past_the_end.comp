#version 430 core
// The result is one element shorter than the source, and the guard asks the source.
// run: buffer Source=random:32
// run: buffer Result=zero:31
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < source.length()) result[i] = source[i] + 1.0;
}
