#version 430 core
// A sine came out as a little more than 1.
// run: buffer Source=[0.0,1.0,1.0001,-0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = asin(source[lane]);
}
