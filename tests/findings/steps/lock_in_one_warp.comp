#version 430 core
// A spin lock: the lane that has it waits at the loop's end for the lanes that spin for it.
// run: steps 100000
// run: buffer Guarded=[0,0]
layout(local_size_x = 32) in;
layout(std430) coherent buffer Guarded { uint lock; uint total; };

void main() {
    while (atomicCompSwap(lock, 0u, 1u) != 0u) {}
    atomicAdd(total, gl_LocalInvocationID.x);
    memoryBarrierBuffer();
    atomicExchange(lock, 0u);
}
