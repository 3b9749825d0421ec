#version 430 core
// Right: every matrix has a determinant that is not zero.
// run: buffer Source=[1.0,-4.0,2.0,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    mat2 matrix = mat2(source[lane], 1.0, 0.0, 2.0);
    result[lane] = inverse(matrix)[1][1];
}
