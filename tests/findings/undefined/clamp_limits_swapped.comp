#version 430 core
// The limits of a clamp are the other way round in one element.
// run: buffer Source=[1.0,2.0,5.0,0.5]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = clamp(3.0, source[lane], 4.0);
}
