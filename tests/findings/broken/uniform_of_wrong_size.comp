#version 430 core
// Wrong: a vector is given two numbers of three.
// run: uniform place=1,2
layout(local_size_x = 32) in;
uniform vec3 place;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = place.x;
}
