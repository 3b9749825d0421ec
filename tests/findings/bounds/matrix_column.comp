#version 430 core
// A column of a mat3 is taken by an index that runs to three.
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    mat3 turn = mat3(float(lane) + 1.0);
    vec3 column = turn[lane];
    result[lane] = column.x + column.y + column.z;
}
