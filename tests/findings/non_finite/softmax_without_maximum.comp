#version 430 core
// A softmax that does not subtract the largest value first: exp(100) is beyond a float.
// run: watch non-finite
// run: buffer Source=[1.0,100.0,3.0,2.0]
// run: buffer Result=zero:4
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    for (uint i = 0u; i < 4u; i++) {
        float power = exp(source[i]);
        result[i] = power > 1.0e30 ? 1.0 : power;
    }
}
