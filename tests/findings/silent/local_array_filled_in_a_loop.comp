#version 430 core
// Right: the local array is set in a loop from the first to the last element and then read by a changing index.
// run: buffer Source=[0,4,2,3,1,4]
// run: buffer Result=zero:6
layout(local_size_x = 6) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { float result[]; };

void main() {
    float weights[5];
    for (int k = 0; k < 5; k++) weights[k] = 1.0 / float(k + 1);
    uint lane = gl_LocalInvocationID.x;
    result[lane] = weights[source[lane]] + weights[weights.length() - 1];
}
