#version 430 core
// Wrong: double precision, which the emulator does not have.
layout(local_size_x = 32) in;
layout(std430) buffer Result { float result[]; };

void main() {
    double half_of = double(result[0]) * 0.5lf;
    result[0] = float(half_of);
}
