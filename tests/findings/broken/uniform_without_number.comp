#version 430 core
// Wrong: a uniform is given a word.
// run: uniform count=seven
layout(local_size_x = 32) in;
uniform int count;
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = float(count);
}
