#version 430 core
// Right: the lower end moves past the middle, so each round makes the interval shorter.
// run: steps 100000
// run: buffer Sorted=[1,3,5,7,9,11,13,15]
// run: buffer Result=zero:8
layout(local_size_x = 8) in;
layout(std430) readonly buffer Sorted { uint sorted[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint key = gl_LocalInvocationID.x * 2u + 1u, low = 0u, high = 8u;
    while (low < high) {
        uint middle = (low + high) / 2u;
        if (sorted[middle] <= key) low = middle + 1u; else high = middle;
    }
    result[gl_LocalInvocationID.x] = low;
}
