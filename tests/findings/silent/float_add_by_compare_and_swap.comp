#version 430 core
// Right: a float is added by atomicCompSwap in a loop; the first look at the word is atomic too.
// run: groups 2
// run: buffer Total=[0]
layout(local_size_x = 32) in;
layout(std430) buffer Total { uint total; };

void main() {
    uint seen = atomicAdd(total, 0u), old;
    do {
        old = seen;
        seen = atomicCompSwap(total, old, floatBitsToUint(uintBitsToFloat(old) + 1.0));
    } while (seen != old);
}
