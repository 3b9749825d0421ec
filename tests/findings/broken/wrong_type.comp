#version 430 core
// Wrong: a vector is assigned to a float.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = vec3(1.0);
}
