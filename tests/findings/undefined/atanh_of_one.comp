#version 430 core
// The inverse of tanh at its limit.
// run: buffer Source=[0.0,1.0,0.5,-0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = atanh(source[lane]);
}
