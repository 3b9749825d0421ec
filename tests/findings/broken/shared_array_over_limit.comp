#version 430 core
// Wrong: shared memory of 64 KiB.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };
shared float big[16384];

void main() {
    uint i = gl_GlobalInvocationID.x;
    big[i] = 1.0;
    result[i] = big[i];
}
