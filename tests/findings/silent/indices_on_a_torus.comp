#version 430 core
// Right: the indices go around: adding the length before the remainder keeps them from being negative.
// run: buffer Source=random:77
// run: buffer Result=zero:77
layout(local_size_x = 7, local_size_y = 11) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    result[y * 7 + x] = source[((y + 11 - 1) % 11) * 7 + (x + 7 - 1) % 7] - source[((y + 1) % 11) * 7 + (x + 1) % 7];
}
