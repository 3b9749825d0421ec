#version 450 core
// Doubles in shared memory, and no barrier between.
// run: buffer Result=zero:128
layout(local_size_x = 64) in;
layout(std430) writeonly buffer Result { double result[]; };
shared double kept[64];

void main() {
    uint lane = gl_LocalInvocationIndex;
    kept[lane] = double(lane);
    result[lane] = kept[lane ^ 1u];
}
