#version 430 core
// A signed index that is -1 for the first lane.
// run: buffer Source=random:64
// run: buffer Result=zero:64
layout(local_size_x = 64) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    int i = int(gl_GlobalInvocationID.x);
    float left = source[i - 1];
    result[i] = source[i] - left;
}
