#version 430 core
// A local array of four values is indexed by a number that goes up to four.
// run: buffer Source=[0,4,2,3]
// run: buffer Result=zero:4
layout(local_size_x = 4) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float weights[4];
    for (int k = 0; k < 4; k++) weights[k] = 1.0 / float(k + 1);
    uint lane = gl_LocalInvocationID.x;
    result[lane] = weights[source[lane]];
}
