#version 430 core
// Right: a negative float becomes an int first, whose bits are then taken for a uint.
// run: buffer Source=[0.5,7.0,-2.5,3.0]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    result[lane] = uint(int(source[lane]));
}
