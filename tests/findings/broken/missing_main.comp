#version 430 core
// Wrong: there is no main().
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void mian() {
    result[0] = 1.0;
}
