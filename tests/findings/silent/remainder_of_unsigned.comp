#version 430 core
// Right: a uint that wrapped around is large and not negative.
// run: buffer Source=[0,3,1,7]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = (source[lane] - 1u) % 8u;
}
