#version 430 core
// Elements per bucket, and one bucket is empty.
// run: buffer Source=[4,0,3,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = 100u / source[lane];
}
