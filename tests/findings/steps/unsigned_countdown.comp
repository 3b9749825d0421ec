#version 430 core
// An unsigned counter is always at least zero, so the countdown never ends.
// run: steps 100000
// run: buffer Source=random:16
// run: buffer Result=zero:1
layout(local_size_x = 1) in;
layout(std430) readonly buffer Source { uint source[]; };
layout(std430) writeonly buffer Result { uint result[]; };

void main() {
    uint sum = 0u;
    for (uint i = 15u; i >= 0u; i--) {
        sum += source[i & 15u];
    }
    result[0] = sum;
}
