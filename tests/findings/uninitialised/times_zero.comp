#version 430 core
// What was never set is masked by a product with zero: it may be infinite, and then the product is no number.
// run: buffer Source=random:8
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Source { float source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    uint lane = gl_LocalInvocationID.x;
    float weight;
    if (source[lane] > 2.0) weight = 1.0;
    float masked = weight * 0.0;
    result[lane] = source[lane] + masked;
}
