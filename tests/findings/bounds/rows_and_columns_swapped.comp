#version 430 core
// The index takes the column for the row; in a picture that is not square the far corner is outside.
// run: buffer Source=random:96
// run: buffer Result=zero:96
layout(local_size_x = 16, local_size_y = 6) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    float value = source[x * 16u + y];
    result[y * 16u + x] = value;
}
