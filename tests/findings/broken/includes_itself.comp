#version 430 core
// Wrong: a file that includes itself.
#include "includes_itself.comp"
layout(std430) buffer Result { float result[]; };

void main() {
    result[0] = 1.0;
}
