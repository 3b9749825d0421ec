#version 430 core
// Right: each neighbour is read only where it exists; && does not evaluate its right side otherwise.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { int source[]; };
layout(std430) writeonly buffer Result { int result[]; };

void main() {
    int i = int(gl_GlobalInvocationID.x);
    int left = i > 0 ? source[i - 1] : 0;
    bool peak = (i == 0 || source[i - 1] < source[i]) && (i == 63 || source[i + 1] < source[i]);
    result[i] = peak ? left : -left;
}
