#version 430 core
// A float counter that 1.0 no longer moves: 16777216 + 1 is 16777216.
// run: steps 100000
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float x = 16777214.0, sum = 0.0;
    while (x < 16777300.0) {
        sum += 0.5;
        x += 1.0;
    }
    result[0] = sum;
}
