#version 430 core
// Right: the guard is the runtime array's own length, and the last element is used.
// run: groups 2
// run: buffer Source=random:57
// run: buffer Result=zero:58
layout(local_size_x = 32) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float first; float result[]; };

void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (i == 0) first = source[source.length() - 1];
    if (i < result.length()) result[i] = source[i];
}
