#version 430 core
// Wrong: a compute kernel in a file of a fragment kernel.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[gl_LocalInvocationID.x] = 1.0;
}
