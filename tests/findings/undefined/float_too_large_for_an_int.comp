#version 430 core
// A float of three thousand millions is no int.
// run: buffer Source=[1.5,-7.0,3.0e9,2.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = int(source[lane]);
}
