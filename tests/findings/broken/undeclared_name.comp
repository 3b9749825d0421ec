#version 430 core
// Wrong: a name that nobody declared.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    result[i] = sum;
}
