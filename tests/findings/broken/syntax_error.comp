#version 430 core
// Wrong: a semicolon is missing.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[gl_GlobalInvocationID.x] = 1.0
}
