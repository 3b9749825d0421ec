#version 430 core
// A product of powers of ten that passes the largest float on its way.
// run: watch non-finite
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float product = 1.0;
    for (int k = 0; k < 39; k++) {
        product *= 10.0;
    }
    result[0] = product;
}
