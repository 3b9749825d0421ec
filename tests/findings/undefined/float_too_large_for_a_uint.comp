#version 430 core
// Five thousand millions are no uint.
// run: buffer Source=[0.5,7.0,5.0e9,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = uint(source[lane]);
}
