#version 430 core
// Right: an in-place butterfly; lane k owns the elements 2k and 2k+1 and touches no other.
// run: groups 2
// run: buffer Values=random:128
layout(local_size_x = 32) in;
layout(std430) buffer Values { float values[]; };

void main() {
    uint first = gl_GlobalInvocationID.x * 2u;
    float sum = values[first] + values[first + 1u], difference = values[first] - values[first + 1u];
    values[first] = sum;
    values[first + 1u] = difference;
}
