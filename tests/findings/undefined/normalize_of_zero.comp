#version 430 core
// The direction of a velocity that is zero.
// run: buffer Source=[1.0,0.0,2.0,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = normalize(vec2(source[lane], 0.0)).x;
}
