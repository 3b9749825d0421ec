#version 430 core
// Right: as ints the limits ascend, though as words they do not.
// run: buffer Source=[4,0,-9,1]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = clamp(source[lane], -3, 3);
}
