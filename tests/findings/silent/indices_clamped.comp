#version 430 core
// Right: the indices of the neighbours are clamped to the ends.
// run: buffer Source=random:50
// run: buffer Result=zero:50
layout(local_size_x = 50) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    int i = int(gl_GlobalInvocationID.x), last = source.length() - 1;
    result[i] = source[clamp(i - 3, 0, last)] + source[min(i + 3, last)];
}
