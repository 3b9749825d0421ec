#version 430 core
// Floats added by compare and swap: no race, but float addition is not associative and the order is free.
// run: groups 8
// run: schedules 16
// run: buffer Total=[0]
layout(local_size_x = 32) in;
layout(std430) coherent buffer Total { uint total; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float term = (i & 1u) == 0u ? 1.0e6 / float(i + 1u) : -0.1 * float(i);
    for (uint seen = atomicAdd(total, 0u), old = ~seen; old != seen;) {
        old = seen;
        seen = atomicCompSwap(total, old, floatBitsToUint(uintBitsToFloat(old) + term));
    }
}
