#version 430 core
// Wrong: an include that is not there.
layout(local_size_x = 32) in;
#include "no_such_file.glsl"
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
