#version 430 core
// Two components of three are set, the third is read.
// run: buffer Source=random:16
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    vec3 point;
    point.x = source[2u * lane];
    point.y = source[2u * lane + 1u];
    result[lane] = point.x * point.y + point.z;
}
