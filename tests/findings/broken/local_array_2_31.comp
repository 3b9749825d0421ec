#version 430 core
// Wrong: a local array of 2^31 - 1 elements.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    float big[2147483647];
    uint i = gl_GlobalInvocationID.x;
    big[i] = 1.0;
    result[i] = big[i];
}
